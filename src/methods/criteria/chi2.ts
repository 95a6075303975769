import { independenceTest } from '../measures/independence.ts'
import { byOption } from '../shapes/criterion.ts'
import { tableRanker } from './families/table-ranker.ts'

/**
 * Rewards columns whose levels are not spread over the target's levels as chance would spread them.
 *
 * J = Σ (O−E)²/E over the table of column × target, E = n_v·n_c/n, no continuity correction, 0 to
 * n·(min(K,V)−1); p from χ²_{(K−1)(V−1)}, counting the levels that have rows, where Cochran's rule holds: no
 * E below 1, at most 20 % of them below 5. Elsewhere p is given the margins: of 2 × 2 tables Fisher's exact
 * test, of others by drawn tables, and where none of 1,999 is as large by a Gamma law of their moments;
 * `pFrom` says which. A constant column gives 0. Degrees of freedom differ between columns: `by=p` ranks by
 * the p-value. The source writes E = n/(K·V), the uniform table, which calls the independent table
 * [[675,225],[75,25]] dependent; this is Pearson's. `chi2-frequency` is scikit-learn's `chi2`. Pearson
 * (1900).
 *
 * @example rank(table, { target: 'species', by: [chi2()] })
 */
export const chi2 = tableRanker({
  id: 'chi2',
  title: 'χ² of the contingency table',
  units: 'χ²',
  pValue: 'χ²((K−1)(V−1))',
  options: { by: byOption },
  formula: 'χ² = Σ (O−E)²/E, E = n_v·n_c/n',
  reference: 'Pearson 1900',
  test: independenceTest,
})
