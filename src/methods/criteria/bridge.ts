import { definePath, ridgeOption } from './families/path-ranker.ts'

/**
 * Rewards columns that stay in a linear model while a penalty rises that hardly shrinks great weights.
 *
 * J = the greatest λ at which the weight is not 0, with 1/(2n)·‖y − b − Xw‖² + λ·Σ p_j^(1−p/2) ‖θ_j‖^p, p =
 * `power` below 1; p = 1 would be `lasso`. λ is in units of the target to the power of 2 − p. There are
 * several minima: each λ begins from the weights of least squares, or of ridge regression where these are not
 * unique (a warning says so), and repeats ridge regressions with penalties λ·p·‖θ_j‖^(p−2)/2 of the weights
 * before. A column whose weight falls to 1e-6 of the target's standard deviation leaves for good. The result
 * gives the greatest slope of the objective at its minima. Frank and Friedman (1993); Park and Yoon (2011).
 *
 * @example rank(table, { target: 'price', by: [bridge()] })
 */
export const bridge = definePath({
  id: 'bridge',
  title: 'Bridge regression (local minima)',
  options: {
    power: { type: 'number', min: 0.1, max: 0.99, default: 0.5, help: 'the power p of the weights' },
    ridge: ridgeOption,
  },
  formula: 'max λ with w_j ≠ 0, w a local minimum of 1/(2n)·‖y − b − Xw‖² + λ·Σ p_j^(1−p/2) ‖θ_j‖^p',
  reference: 'Frank & Friedman 1993; Park & Yoon 2011',
  certificate: 'slope',
  penalty: ({ power, ridge }) => ({ kind: 'bridge', power, ridge }),
})
