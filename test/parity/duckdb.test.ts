import { kinds } from './engines.ts'
import { fewReadings, readings } from './readings.ts'
import { holdParity } from './suite.ts'

/** Weights alone are what fractional weights ask, and the others are asked together in `wholeComplete` and `onceComplete`. */
const alone = ['whole', 'complete', 'once']

// More rows and all readings in parity.long.ts, and dependence over more rows in scrambled.test.ts.
holdParity(
  kinds[0],
  [300],
  Object.keys(readings).filter((name) => !alone.includes(name)),
)
holdParity(kinds[0], [1, 11], fewReadings, { fractions: 'none' })
holdParity(kinds[0], [9_000], ['onceComplete', 'weightedTest'], { dependence: [], fractions: 'bits' })
