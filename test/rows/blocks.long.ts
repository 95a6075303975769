import { cribaApart } from '../cli/criba.ts'
import { holdDigits } from './digits.ts'
import { holdNarrow } from './narrow.ts'

// The engine reads the rows in several blocks.
holdNarrow(125_000)
holdDigits(1797, 64, cribaApart)
