import { termOptions } from './families/neighbour-terms.ts'
import { defineLinear } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target, less what they share with each one selected.
 *
 * J(X_k) = I(X_k;Y) − β Σ_j I(X_j;X_k), in bits, over the selected X_j; I(X_k;Y) where nothing is selected.
 * The sum grows with their number, so that from some step on redundancy decides alone; scores are then below
 * 0. A constant column has
 * 0. `mrmr` takes the mean instead of the sum; with β = 0 it is `mim`; `cife` adds what shows only together.
 * Peers differ in the default: 1 in FEAST, 0.5 in scikit-feature. Battiti (1994).
 *
 * @example select(table, { target: 'y', criterion: mifs({ beta: 0.5 }), k: 10 })
 */
export const mifs = defineLinear({
  id: 'mifs',
  title: 'Mutual information feature selection',
  options: {
    beta: { type: 'number', min: 0, default: 1, help: 'weight of what is shared with the selected columns' },
    ...termOptions,
  },
  formula: 'J = I(X_k;Y) − β Σ I(X_j;X_k)',
  reference: 'Battiti 1994',
  falling: 0,
  weights: (_, { beta }) => ({ beta, gamma: 0 }),
})
