import { termOptions } from './families/neighbour-terms.ts'
import { defineLinear, weightOf } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target, less what they share with the selected and plus what
 * shows only together with them, each at the weight you give.
 *
 * J(X_k) = I(X_k;Y) − β Σ_j I(X_j;X_k) + γ Σ_j I(X_j;X_k|Y), in bits, over the selected X_j; I(X_k;Y) where
 * nothing is selected. `1/s` as a weight makes a mean of its sum. A constant column has 0. Also called
 * conditional mRMR. Its corners have names: `mim` (0, 0), `mifs` (β, 0), `mrmr` (1/s, 0), `jmi` (1/s, 1/s),
 * `cife` (1, 1). Brown, Pocock, Zhao and Luján (2012), Cai and others (2018).
 *
 * @example select(table, { target: 'y', criterion: extendedMrmr({ beta: '1/s', gamma: 0.5 }), k: 10 })
 */
export const extendedMrmr = defineLinear({
  id: 'extended-mrmr',
  title: 'Minimum redundancy, maximum relevance, conditional',
  options: {
    beta: { type: 'weight', help: 'weight of what is shared with the selected columns; 1/s makes a mean' },
    gamma: { type: 'weight', help: 'weight of what shows only together with them; 1/s makes a mean' },
    ...termOptions,
  },
  reference: 'Brown et al. 2012, Cai et al. 2018',
  // Without synergy only redundancy can grow; a mean of it can fall.
  falling: ({ beta, gamma }) => (beta !== '1/s' && gamma === 0 ? 0 : Infinity),
  weights: (size, { beta, gamma }) => ({ beta: weightOf(beta, size), gamma: weightOf(gamma, size) }),
})
