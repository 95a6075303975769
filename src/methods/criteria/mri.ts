import { termOptions } from './families/neighbour-terms.ts'
import { defineLinear } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target, and independently of each selected one.
 *
 * J(X_k) = I(X_k;Y) − 2/(s+1) Σ_j [I(X_j;X_k) − I(X_j;X_k|Y)], in bits, over the s selected X_j; I(X_k;Y)
 * where nothing is selected. It orders columns as I(X_k;Y) + Σ_j [I(X_k;Y|X_j) + I(X_j;Y|X_k)] does, of which
 * it is the part that depends on X_k, over s + 1. A constant column has 0. `jmi` takes the mean of the pairs
 * once, and so does this with one selected column, then nearly twice. Wang, Wei, Yang and Wang (2017).
 *
 * @example select(table, { target: 'y', criterion: mri(), k: 10 })
 */
export const mri = defineLinear({
  id: 'mri',
  title: 'Maximum relevance, maximum independence',
  options: termOptions,
  formula: 'J = I(X_k;Y) − 2/(s+1) Σ [I(X_j;X_k) − I(X_j;X_k|Y)]',
  reference: 'Wang et al. 2017',
  weights: (size) => ({ beta: 2 / (size + 1), gamma: 2 / (size + 1) }),
})
