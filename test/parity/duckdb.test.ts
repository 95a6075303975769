import { kinds } from './engines.ts'
import { fewReadings, readings, someReadings } from './readings.ts'
import { holdParity } from './suite.ts'

/** Weights alone are what fractional weights ask, and the others are asked together in `wholeComplete` and `onceComplete`. */
const alone = ['whole', 'complete', 'once']

// Every fourth reading, and those that stand for others. More rows and all readings in parity.long.ts, and dependence over more rows in scrambled.test.ts.
holdParity(
  kinds[0],
  [300],
  Object.keys(readings).filter(
    (name, place) => !alone.includes(name) && (place % 4 === 0 || someReadings.includes(name)),
  ),
)
holdParity(kinds[0], [1, 11], fewReadings, { fractions: 'none' })
holdParity(kinds[0], [9_000], ['weightedTest'], { dependence: [], fractions: 'bits' })
