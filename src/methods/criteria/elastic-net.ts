import { elasticPenalty, ratioOption } from './families/elastic-penalty.ts'
import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a linear model early while the penalty on its weights falls, and keeps columns
 * that resemble one another together.
 *
 * J = the greatest λ at which the weight is not 0, as `lasso`, with 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ √p_j ‖θ_j‖
 * + ½(1−ρ)·Σ ‖θ_j‖²), ρ = `ratio`: the squares share a weight among columns that say the same, where the
 * lasso takes one of them. ρ = 1 is `lasso`. The target is centred, not scaled, so for ρ < 1 its unit
 * matters, as in scikit-learn; glmnet divides it by its standard deviation first. Zou and Hastie (2005).
 *
 * @example rank(table, { target: 'price', by: [elasticNet({ ratio: 0.5 })] })
 */
export const elasticNet = definePath({
  id: 'elastic-net',
  title: 'Elastic net',
  options: ratioOption(0.5),
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ ‖θ_j‖²)',
  reference: 'Zou & Hastie 2005',
  penalty: (options) => ({ kind: 'norms', ...elasticPenalty(options) }),
  ofClasses: (options) => ({ penalty: elasticPenalty(options), hasReference: false }),
})
