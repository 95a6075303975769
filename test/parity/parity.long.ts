import { kinds } from './engines.ts'
import { readings, resampled, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

const [duckdb, byQueries] = kinds
holdParity(duckdb, [1, 11, 300, 9_000], Object.keys(readings))
// Through every other view these are the queries of the line above.
holdParity(byQueries, [1, 11, 300], resampled)
holdParity(
  byQueries,
  [9_000],
  resampled.filter((name) => someReadings.includes(name)),
)
