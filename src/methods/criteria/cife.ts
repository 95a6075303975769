import { termOptions } from './families/neighbour-terms.ts'
import { defineLinear } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target, less what they share with the selected and plus what
 * shows only together with them.
 *
 * J(X_k) = I(X_k;Y) − Σ_j I(X_j;X_k) + Σ_j I(X_j;X_k|Y), in bits, over the selected X_j; I(X_k;Y) where
 * nothing is selected. The sums grow with their number, and scores may be below 0. A constant column has 0.
 * `jmi` takes means instead of sums, `icap` leaves out what each pair has in synergy, `mifs` all of it. Lin
 * and Tang (2006).
 *
 * @example select(table, { target: 'y', criterion: cife(), k: 10 })
 */
export const cife = defineLinear({
  id: 'cife',
  title: 'Conditional infomax feature extraction',
  options: termOptions,
  formula: 'J = I(X_k;Y) − Σ I(X_j;X_k) + Σ I(X_j;X_k|Y)',
  reference: 'Lin & Tang 2006',
  weights: () => ({ beta: 1, gamma: 1 }),
})
