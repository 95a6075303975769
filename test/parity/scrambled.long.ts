import { kinds } from './engines.ts'
import { readings, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

for (const kind of kinds.slice(2)) {
  holdParity(kind, [300], Object.keys(readings))
  holdParity(kind, [2_500], someReadings)
}
