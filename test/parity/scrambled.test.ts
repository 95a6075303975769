import { kinds } from './engines.ts'
import { holdParity } from './suite.ts'

holdParity(kinds.slice(2), [300, 2_500])
