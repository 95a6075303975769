import { addLinear, definePairwise, linearScores, plus } from './families/pairwise-criterion.ts'

/**
 * Rewards columns with information about the target that each selected column lacks, and beside which the
 * selected keep theirs.
 *
 * J(X_k) = Σ_j [I(X_k;Y|X_j) + I(X_j;Y|X_k) − I(X_k;X_j)], in bits, over the selected X_j; I(X_k;Y) where
 * nothing is selected. A constant column has Σ_j I(X_j;Y), and stands above one that repeats a selected
 * column. `cfr` looks at what the candidate adds alone, `mri` takes a mean of both. Gao, Hu and Zhang (2018).
 *
 * @example select(table, { target: 'y', criterion: dcsf(), k: 10 })
 */
export const dcsf = definePairwise({
  id: 'dcsf',
  title: 'Dynamic change of selected feature with the class',
  options: {},
  formula: 'J = Σ [I(X_k;Y|X_j) + I(X_j;Y|X_k) − I(X_k;X_j)]',
  reference: 'Gao et al. 2018b',
  isConditional: () => true,
  add: (sums, terms) => ({
    ...addLinear(sums, terms),
    independent: plus(plus(sums['independent'], terms.given), terms.ofSelected),
  }),
  score: (relevance, sums) => {
    const { redundancy, synergy } = linearScores(relevance, sums, { beta: 1, gamma: 1 })
    return { score: sums['independent'].map((bits, k) => bits - redundancy[k]), redundancy, synergy }
  },
})
