import { kinds } from './engines.ts'
import { fewReadings, resampled, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

// Through every other view these are the queries of duckdb.test.ts; more rows and readings in parity.long.ts.
const onlyResampled = (names: readonly string[]) => names.filter((name) => resampled.includes(name))
holdParity(kinds[1], [300], onlyResampled(someReadings))
holdParity(kinds[1], [1, 11], onlyResampled(fewReadings))
