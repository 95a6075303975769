import { kinds } from './engines.ts'
import { holdParity } from './suite.ts'

// Through every reading, and more rows without tables, in scrambled.long.ts.
const [, , withTables, without] = kinds
holdParity(withTables, [2_500], ['weightedTest', 'permutedInPartOfPart'], {
  dependence: ['permutedInPartOfPart'],
  fractions: 'bits',
})
holdParity(without, [300], ['weightedTest'], { fractions: 'none' })
