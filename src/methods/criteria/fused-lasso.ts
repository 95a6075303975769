import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a linear model early while the penalty on their weights, and on differences
 * between them, falls.
 *
 * J = the greatest λ at which the weight is not 0, as `lasso`, with 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ |θ_j| +
 * (1−ρ)·Σ |θ_i − θ_j|), ρ = `ratio`. The pairs i, j are neighbours in the order of the table, such as one
 * signal at many places, or with groups neighbours within a group; `pairs=group` takes all pairs of a group.
 * Columns that do not vary take no part. Numbers only. BIC counts equal neighbours once. Steps down the
 * slope, to the duality gap of `lasso`. S3 prints it as the group lasso. Tibshirani et al. (2005).
 *
 * @example rank(table, { target: 'price', by: [fusedLasso({ ratio: 0.2 })] })
 */
export const fusedLasso = definePath({
  id: 'fused-lasso',
  title: 'Fused lasso',
  options: {
    ratio: {
      type: 'number',
      min: 0.01,
      max: 1,
      default: 0.5,
      help: 'the share ρ of the penalty that is on weights, not on their differences; 1: the lasso',
    },
    pairs: {
      type: 'choice',
      of: ['neighbours', 'group'],
      default: 'neighbours',
      help: 'whose differences: neighbours in the order of the table (of a group, where there are groups), or all pairs of a group',
    },
  },
  groups: 'all',
  numeric: true,
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ |θ_j| + (1−ρ)·Σ |θ_i − θ_j|)',
  reference: 'Tibshirani et al. 2005',
  penalty: ({ ratio, pairs }) => ({ kind: 'fused', ratio, pairs }),
})
