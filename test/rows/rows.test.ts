import { criba } from '../cli/criba.ts'
import { holdDigits } from './digits.ts'
import { holdNarrow } from './narrow.ts'

// The long tests in this folder cover all input and output formats, with more rows and longer cells.
// 125,000 rows, which the engine reads in several blocks, and all 1,797 of the digits, in blocks.long.ts.
holdNarrow(2_100)
holdDigits(60, 20, criba)
