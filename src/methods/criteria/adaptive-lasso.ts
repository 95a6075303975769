import { definePath, ridgeOption } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a linear model early while the penalty on their weights falls; columns with
 * great weights by least squares have a low penalty.
 *
 * J = the greatest λ at which the weight is not 0, with 1/(2n)·‖y − b − Xw‖² + λ·Σ √p_j ‖θ_j‖/‖θ̂_j‖^γ, γ =
 * `power`: θ̂ are the weights of least squares, or of ridge regression where these are not unique, as with no
 * more rows than columns (a warning says so). λ is in units of the target to the power of 1 + γ. Exact copies
 * share their weight evenly. Each fold has weights θ̂ of its own. S3 draws penalties from N(0, θ̂); the paper
 * divides by |θ̂|^γ. glmnet divides its `penalty.factor` by their mean. Zou (2006).
 *
 * @example rank(table, { target: 'price', by: [adaptiveLasso({ power: 2 })] })
 */
export const adaptiveLasso = definePath({
  id: 'adaptive-lasso',
  title: 'Adaptive lasso',
  options: {
    power: { type: 'number', min: 0.01, max: 4, default: 1, help: 'the power γ of the first weights' },
    ridge: ridgeOption,
  },
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·Σ √p_j ‖θ_j‖/‖θ̂_j‖^γ',
  reference: 'Zou 2006',
  penalty: ({ power, ridge }) => ({ kind: 'adaptive', power, ridge }),
})
