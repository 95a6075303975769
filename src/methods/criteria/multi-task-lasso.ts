import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter the linear models of several numeric targets early while the penalty on their weights
 * falls: a column enters all of them at once.
 *
 * For each penalty λ the weights minimise 1/(2n)·Σ_t ‖y_t/s_t − b_t − X w_t‖² + λ·Σ √p_j ‖Θ_j‖, s_t the standard
 * deviation of target t over n, so units of targets do not matter. Θ_j are the weights of column j for all targets,
 * in standard units and as p_j orthonormal columns as `lasso` has them; ‖Θ_j‖² sums their squares. J = the greatest
 * λ at which they are not all 0. `choose` takes λ by the squared error of held-out rows, summed over the targets as
 * shares of their variances. By coordinate descent on the matrix of products, to a duality gap of 1e-12 of the
 * targets' variances. Rows that lack a target or another value are left out. The same weights as R's glmnet with
 * family "mgaussian" and standardize.response, and scikit-learn's MultiTaskLasso on columns and targets of standard
 * deviation 1. With one target it would be `lasso`. Obozinski, Taskar and Jordan (2010); Yuan and Lin (2006).
 *
 * @example rank(table, { target: ['price', 'rent'], by: [multiTaskLasso()] })
 */
export const multiTaskLasso = definePath({
  id: 'multi-task-lasso',
  title: 'Multi-task lasso',
  options: {},
  formula: 'max λ with Θ_j ≠ 0, Θ = argmin 1/(2n)·Σ_t ‖y_t/s_t − b_t − X w_t‖² + λ·Σ √p_j ‖Θ_j‖',
  reference: 'Obozinski, Taskar & Jordan 2010; Yuan & Lin 2006',
  several: true,
  penalty: () => ({ kind: 'norms', columns: 1, groups: 0, squares: 0 }),
})
