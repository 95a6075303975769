import { termOptions } from './families/neighbour-terms.ts'
import { definePairwise, plus } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target, less the information that each selected column has
 * too.
 *
 * J(X_k) = I(X_k;Y) − Σ_j max(0, I(X_k;X_j) − I(X_k;X_j|Y)), in bits, over the selected X_j; I(X_k;Y) where
 * nothing is selected. A pair that is redundant counts, one in synergy does not, so scores only fall while
 * columns are selected, and below 0. Its redundancy is that sum, what is shared beyond synergy; it has no
 * synergy. A constant column has 0. `cife` counts both, `mifs` all that is shared, of the target or not.
 * scikit-feature takes the greatest term instead of the sum. Jakulin (2005).
 *
 * @example select(table, { target: 'y', criterion: icap(), k: 10 })
 */
export const icap = definePairwise({
  id: 'icap',
  title: 'Interaction capping',
  options: termOptions,
  formula: 'J = I(X_k;Y) − Σ max(0, I(X_k;X_j) − I(X_k;X_j|Y))',
  reference: 'Jakulin 2005',
  falling: 0,
  isConditional: () => true,
  byNeighbours: () => ['redundancy', 'conditional'],
  add: ({ losses }, { redundancy, conditional }) => ({
    losses: plus(
      losses,
      redundancy.map((shared, k) => Math.max(0, shared - conditional[k])),
    ),
  }),
  score: (relevance, { losses }) => ({
    score: relevance.map((bits, k) => bits - losses[k]),
    redundancy: losses,
    synergy: new Float64Array(relevance.length),
  }),
})
