import { kinds } from './engines.ts'
import { fewReadings, resampled } from './readings.ts'
import { holdParity } from './suite.ts'

// Through every other view these are the queries of duckdb.test.ts, and scrambled.test.ts resamples by queries over 2,500 rows; more
// rows and readings in parity.long.ts.
holdParity(kinds[1], [300], ['stratifiedGroupsTrain', 'permutedTwo'])
holdParity(
  kinds[1],
  [11],
  fewReadings.filter((name) => resampled.includes(name)),
)
