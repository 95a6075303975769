import { cramersV as test } from '../measures/independence.ts'
import { tableRanker } from './families/table-ranker.ts'

/**
 * Rewards columns whose levels go with the target's levels, whatever the number of rows and of levels.
 *
 * J = √(φ²/min(K−1,V−1)), φ² = χ²/n, 0 to 1, K and V the levels that have rows; p is that of `chi2`. Chance
 * alone lifts it: by `correction: 'bergsma'` J = √(φ̃²/min(K̃−1,Ṽ−1)), φ̃² = max(0, φ² − (K−1)(V−1)/(n−1)),
 * K̃ = K − (K−1)²/(n−1), Ṽ likewise. A constant column gives 0. `chi2` grows with the rows and the levels.
 * Cramér (1946); Bergsma (2013).
 *
 * @example rank(table, { target: 'species', by: [cramersV({ correction: 'bergsma' })] })
 */
export const cramersV = tableRanker({
  id: 'cramers-v',
  title: "Cramér's V of the contingency table",
  units: 'share of the largest χ²',
  pValue: 'that of χ²',
  options: {
    correction: {
      type: 'choice',
      of: ['none', 'bergsma'],
      default: 'none',
      help: 'as defined, or less what chance gives columns of many levels',
    },
  },
  formula: 'V = √(χ²/n / min(K−1, V−1))',
  reference: 'Cramér 1946; Bergsma 2013',
  test: (table, { correction }) => test(table, correction === 'bergsma'),
})
