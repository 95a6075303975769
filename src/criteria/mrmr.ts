import { addLinear, linearScores } from './families/linear-criterion.ts'
import { nothing } from './families/pair-terms.ts'
import { definePairwise } from './families/pairwise-criterion.ts'
import type { PairwiseScores } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that tell much about the target and share little with those selected.
 *
 * J(X_k) = I(X_k;Y) − mean_j I(X_j;X_k) over the selected X_j (MID), in bits; I(X_k;Y) where nothing is selected. With
 * `form: 'quotient'` J(X_k) = I(X_k;Y) / mean_j I(X_j;X_k) (MIQ), a ratio: a column that tells something and shares
 * nothing stands above all others, with infinity as its score, several of them by I(X_k;Y); one that tells nothing has 0.
 * Less than 1e-12 bits is nothing. A constant column has 0. `mifs` takes the sum instead of the mean; `jmi` adds what
 * shows only together with a selected column, so this one cannot find columns that tell nothing alone. Ding and Peng
 * (2005), Peng, Long and Ding (2005).
 *
 * @example select(table, { target: 'y', criterion: mrmr({ form: 'quotient' }), k: 10 })
 */
export const mrmr = definePairwise({
  id: 'mrmr',
  title: 'Minimum redundancy, maximum relevance',
  options: {
    form: {
      type: 'choice',
      of: ['difference', 'quotient'],
      default: 'difference',
      help: 'relevance less redundancy (MID), or divided by it (MIQ)',
    },
  },
  formula: 'J = I(X_k;Y) − mean I(X_j;X_k)',
  reference: 'Ding & Peng 2005, Peng et al. 2005',
  unitsUnder: ({ form }) => (form === 'quotient' ? 'ratio' : 'bits'),
  isConditional: () => false,
  add: addLinear,
  score: (relevance, sums, size, { form }) => {
    const scores = linearScores(relevance, sums, { beta: 1 / size, gamma: 0 })
    return form === 'quotient' ? quotients(relevance, scores) : scores
  },
})

function quotients(relevance: Float64Array, { redundancy, synergy }: PairwiseScores): PairwiseScores {
  const score = relevance.map((bits, k) => {
    if (bits < nothing) return 0
    return redundancy[k] < nothing ? Infinity : bits / redundancy[k]
  })
  const among = relevance.map((bits, k) => (score[k] === Infinity ? bits : 0))
  return { score, among, redundancy, synergy }
}
