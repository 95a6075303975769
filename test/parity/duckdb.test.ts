import { kinds } from './engines.ts'
import { fewReadings, readings, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

// More rows and readings in parity.long.ts, and dependence over more rows in scrambled.test.ts.
holdParity(kinds[0], [300], Object.keys(readings))
holdParity(kinds[0], [11], someReadings, { hasFractions: false })
holdParity(kinds[0], [1], fewReadings, { hasFractions: false })
holdParity(kinds[0], [9_000], fewReadings, { dependence: [] })
