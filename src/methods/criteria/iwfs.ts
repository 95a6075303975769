import { bits } from './families/pair-terms.ts'
import { addLinear, definePairwise, linearScores } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that share much with the target, by weights that fall with each selected column they repeat
 * and rise with each they are in synergy with.
 *
 * J(X_k) = w_k (1 + SU(X_k,Y)), SU(X_k,Y) = 2 I(X_k;Y) / (H(X_k) + H(Y)); w_k = Π_j [1 + (I(X_k;X_j|Y) −
 * I(X_k;X_j)) / (H(X_k) + H(X_j))] over the selected X_j, each factor from ½ to 1½; w_k = 1 where nothing is
 * selected. Redundancy and synergy are the sums over j of what the factors are made of, in bits. A constant
 * column has 1, more than one that repeats. ITMO_FS takes SU with the selected columns instead of the target.
 * Zeng, Zhang, Zhang and Yin (2015).
 *
 * @example select(table, { target: 'y', criterion: iwfs(), k: 10 })
 */
export const iwfs = definePairwise({
  id: 'iwfs',
  title: 'Interaction weights',
  options: {},
  formula: 'J = w_k (1 + SU(X_k,Y)), w_k = Π [1 + (I(X_k;X_j|Y) − I(X_k;X_j)) / (H(X_k) + H(X_j))]',
  reference: 'Zeng et al. 2015',
  units: 'weight',
  isConditional: () => true,
  first: ({ n, relevance, targetEntropy, kept: { xHigh, xLow } }) => {
    const score = relevance.map((shared, k) => {
      const entropy = bits(xHigh[k], xLow[k], n[k]) + targetEntropy(k)
      return 1 + (entropy === 0 ? 0 : (2 * shared) / entropy)
    })
    return { score, sums: { weighted: score } }
  },
  add: (sums, terms) => {
    const { redundancy, conditional, candidateEntropy, selectedEntropy } = terms
    const weighted = redundancy.map((shared, k) => {
      const entropy = candidateEntropy[k] + selectedEntropy[k]
      return sums['weighted'][k] * (entropy === 0 ? 1 : 1 + (conditional[k] - shared) / entropy)
    })
    return { ...addLinear(sums, terms), weighted }
  },
  score: (relevance, sums) => ({
    ...linearScores(relevance, sums, { beta: 1, gamma: 1 }),
    score: sums['weighted'],
  }),
})
