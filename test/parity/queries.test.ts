import { kinds } from './engines.ts'
import { resampled, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

// Through every other view these are the queries of duckdb.test.ts; more rows and readings in parity.long.ts.
const some = resampled.filter((name) => someReadings.includes(name))
holdParity(kinds[1], [300], resampled)
holdParity(kinds[1], [1, 11, 9_000], some)
