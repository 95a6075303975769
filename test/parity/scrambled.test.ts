import { kinds } from './engines.ts'
import { fewReadings } from './readings.ts'
import { holdParity } from './suite.ts'

// Through every reading in scrambled.long.ts.
for (const kind of kinds.slice(2))
  holdParity(kind, [2_500], fewReadings, ['weightedTest', 'permutedInPartOfPart'])
