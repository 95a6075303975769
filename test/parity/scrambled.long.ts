import { kinds } from './engines.ts'
import { readings } from './readings.ts'
import { holdParity } from './suite.ts'

for (const kind of kinds.slice(2)) holdParity(kind, [2_500], Object.keys(readings))
