import { termOptions } from './families/neighbour-terms.ts'
import { addLinear, definePairwise, linearScores, plus } from './families/pairwise-criterion.ts'

/**
 * Rewards columns with information about the target that each selected column lacks, and takes away what both
 * say of it.
 *
 * J(X_k) = Σ_j [I(X_k;Y|X_j) − I(X_k;X_j) + I(X_k;X_j|Y)] = Σ_j [2·I(X_k;Y|X_j) − I(X_k;Y)], in bits, over
 * the selected X_j; I(X_k;Y) where nothing is selected. Below 0 a column repeats more than it adds; a constant
 * column has 0. `gmi` rewards the first term alone, `cife` counts the relevance once, and not beside every
 * column. Gao, Hu, Zhang and He (2018).
 *
 * @example select(table, { target: 'y', criterion: cfr(), k: 10 })
 */
export const cfr = definePairwise({
  id: 'cfr',
  title: 'Composition of feature relevancy',
  options: termOptions,
  formula: 'J = Σ [I(X_k;Y|X_j) − I(X_k;X_j) + I(X_k;X_j|Y)]',
  reference: 'Gao et al. 2018a',
  isConditional: () => true,
  byNeighbours: () => ['redundancy', 'conditional', 'given'],
  add: (sums, terms) => ({ ...addLinear(sums, terms), given: plus(sums['given'], terms.given) }),
  score: (relevance, sums) => {
    const { redundancy, synergy } = linearScores(relevance, sums, { beta: 1, gamma: 1 })
    const score = sums['given'].map((bits, k) => bits - redundancy[k] + synergy[k])
    return { score, redundancy, synergy }
  },
})
