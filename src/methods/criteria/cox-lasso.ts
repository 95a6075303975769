import { elasticPenalty, ratioOption } from './families/elastic-penalty.ts'
import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a Cox model early while the penalty on its weights falls.
 *
 * For each penalty λ the weights minimise −ln L(w)/n + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ ‖θ_j‖²), ρ = `ratio`, L
 * Cox's partial likelihood, ties by Breslow: ln L = Σ over events of x·w − ln Σ_at risk exp(x·w), rows censored
 * then at risk. θ, levels and ties of columns as `lasso`; J = the greatest λ at which the weight is not 0. `choose`
 * takes λ by the deviance of held-out rows: that of all rows less that of the training rows, an event. BIC is
 * −2·ln L + ln(events)·p. Proximal Newton steps over the columns in the model, to a duality gap of 1e-10 of half the
 * deviance without columns; the path ends where a thousandth of that is left. The same weights as R's glmnet with
 * family "cox". Simon, Friedman, Hastie and Tibshirani (2011); Verweij and van Houwelingen (1993); Volinsky and
 * Raftery (2000).
 *
 * @example rank(table, { target: 'months', event: 'died', by: [coxLasso({ ratio: 0.5 })] })
 */
export const coxLasso = definePath({
  id: 'cox-lasso',
  title: 'Lasso of the Cox model',
  options: ratioOption(1),
  formula: 'max λ with w_j ≠ 0, w = argmin −ln L(w)/n + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ ‖θ_j‖²)',
  reference: 'Simon, Friedman, Hastie & Tibshirani 2011',
  ofEvents: elasticPenalty,
})
