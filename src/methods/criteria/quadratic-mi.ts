import { defineInformationSum } from './families/information-sums.ts'
import { weightOf } from './families/pairwise-criterion.ts'

/**
 * Rewards sets of columns that are each informative about the target and share little with one another.
 *
 * J = Σ I(X_i;Y) − β Σ_{i≠j} I(X_i;X_j) + γ Σ_{i≠j} I(X_i;X_j|Y), plug-in, in bits, of either sign; the sums
 * over pairs take each pair in both orders. `1/s` as a weight is one over the number of columns, the default
 * of β; γ is 0 unless asked for. A constant column adds 0. A quadratic form of the set: with γ = 0, `mrmr`
 * goes along it one column after the other, and `sum-mi` is β = γ = 0. Rodriguez-Lujan, Huerta, Elkan and
 * Santa Cruz (2010).
 *
 * @example select(table, { target: 'y', criterion: quadraticMi({ beta: 0.5 }), search: exhaustive() })
 */
export const quadraticMi = defineInformationSum({
  id: 'quadratic-mi',
  title: 'Quadratic form of mutual information',
  options: {
    beta: {
      type: 'weight',
      default: '1/s',
      help: 'weight of what columns share; 1/s is one over how many they are',
    },
    gamma: {
      type: 'weight',
      default: 0,
      help: 'weight of what columns share once the target is known; 1/s as for beta',
    },
  },
  formula: 'J = Σ I(X_i;Y) − β Σ_{i≠j} I(X_i;X_j) + γ Σ_{i≠j} I(X_i;X_j|Y)',
  reference: 'Rodriguez-Lujan et al. 2010',
  asked: ({ beta, gamma }) => ({ pairs: beta !== 0, conditional: gamma !== 0 }),
  merit: ({ size, relevance, redundancy, conditional }, { beta, gamma }) =>
    relevance - 2 * weightOf(beta, size) * redundancy + 2 * weightOf(gamma, size) * conditional,
})
