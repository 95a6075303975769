import { elasticPenalty, ratioOption } from './families/elastic-penalty.ts'
import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a Poisson regression of counts early while the penalty on its weights falls.
 *
 * For each penalty λ the weights minimise the mean of μ − y·ln μ, ln μ = b + x·w, + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ
 * ‖θ_j‖²), ρ = `ratio`. θ, levels and ties of columns as `lasso`; J = the greatest λ at which the weight is not 0.
 * The target is 0 or more, not whole numbers alone. `choose` takes λ by the deviance of held-out rows, a row. Proximal
 * Newton steps over the columns in the model, to a duality gap of 1e-10 of half the deviance without columns; the path
 * ends where a thousandth of that is left. The same weights as R's glmnet with family "poisson". Friedman, Hastie and
 * Tibshirani (2010).
 *
 * @example rank(table, { target: 'visits', task: 'regression', by: [poissonLasso()] })
 */
export const poissonLasso = definePath({
  id: 'poisson-lasso',
  title: 'Lasso of a Poisson regression',
  options: ratioOption(1),
  formula: 'max λ with w_j ≠ 0, w = argmin mean(μ − y·ln μ) + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ ‖θ_j‖²)',
  reference: 'Friedman, Hastie & Tibshirani 2010',
  ofCounts: elasticPenalty,
})
