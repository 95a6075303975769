import { termOptions } from './families/neighbour-terms.ts'
import { addLinear, definePairwise, linearScores, plus } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target together with each one selected.
 *
 * J(X_k) = I(X_k;Y) − mean_j I(X_j;X_k) + mean_j I(X_j;X_k|Y) = mean_j I(X_k,X_j;Y) − mean_j I(X_j;Y), in
 * bits, over the selected X_j; I(X_k;Y) where nothing is selected. What is redundant is taken away, what only
 * shows together with a selected column is added. `form: 'sum'` gives Σ_j I(X_k,X_j;Y), which ranks the
 * candidates of a step alike. A constant column has 0, or with `form: 'sum'` Σ_j I(X_j;Y).
 * `estimator: 'nearest'` estimates the three terms from neighbours of numbers, where they need not add up.
 * `mrmr` leaves out the last term, `cmim` and `jmim` take the least instead of the mean. Yang and Moody
 * (1999).
 *
 * @example select(table, { target: 'y', criterion: jmi(), k: 10 })
 */
export const jmi = definePairwise({
  id: 'jmi',
  title: 'Joint mutual information',
  options: {
    form: {
      type: 'choice',
      of: ['mean', 'sum'],
      default: 'mean',
      help: 'means over the selected columns, or the sum Σ I(X_k,X_j;Y) of praznik and FEAST',
    },
    ...termOptions,
  },
  formula: 'J = I(X_k;Y) − mean I(X_j;X_k) + mean I(X_j;X_k|Y)',
  reference: 'Yang & Moody 1999',
  isConditional: () => true,
  byNeighbours: ({ form }) =>
    form === 'sum' ? ['redundancy', 'conditional', 'joint'] : ['redundancy', 'conditional'],
  add: (sums, terms, _, { form }) => ({
    ...addLinear(sums, terms),
    ...(form === 'sum' && { joints: plus(sums['joints'], terms.joint) }),
  }),
  score: (relevance, sums, size, { form }) => {
    const scores = linearScores(relevance, sums, { beta: 1 / size, gamma: 1 / size })
    return form === 'mean' ? scores : { ...scores, score: sums['joints'] }
  },
})
