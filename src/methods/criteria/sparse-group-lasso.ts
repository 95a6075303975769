import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a linear model early while the penalty on their weights falls, and groups of
 * which several do.
 *
 * J = the greatest λ at which the weight is not 0, with 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ √p_j ‖θ_j‖ + (1−ρ)·Σ
 * √p_g ‖θ_g‖), ρ = `ratio`: the penalties of `lasso` and of `group-lasso` together, so a group enters as a
 * whole or in part. ρ = 1 is `lasso`, ρ = 0 `group-lasso`. Simon, Friedman, Hastie and Tibshirani (2013).
 *
 * @example rank(table, { target: 'price', by: [sparseGroupLasso()], groups: { size: ['width', 'height'] } })
 */
export const sparseGroupLasso = definePath({
  id: 'sparse-group-lasso',
  title: 'Sparse group lasso',
  options: {
    ratio: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.95,
      help: 'the share ρ of the penalty that is on columns, not on groups; 1: the lasso, 0: the group lasso',
    },
  },
  groups: 'given',
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ √p_j ‖θ_j‖ + (1−ρ)·Σ √p_g ‖θ_g‖)',
  reference: 'Simon et al. 2013',
  penalty: ({ ratio }) => ({ kind: 'norms', columns: ratio, groups: 1 - ratio, squares: 0 }),
  ofClasses: ({ ratio }) => ({
    penalty: { columns: ratio, groups: 1 - ratio, squares: 0 },
    hasReference: false,
  }),
})
