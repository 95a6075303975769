import { gammaLine, noiseFacts, noiseFold, noiseNeeds, noiseOptions } from './families/noise-tests.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'

/**
 * Rewards sets of columns that leave little noise, as `delta-test` does, from several neighbours instead of
 * one.
 *
 * J = Γ, the height at distance 0 of the line through γ(p) = 1/(2n) Σ (y_i − y_{N[i,p]})² over δ(p) = 1/n Σ
 * |x_i − x_{N[i,p]}|², p = 1 … k; low is good, and Γ of little noise can fall below 0. Its units, and
 * `inUnits`, are those of `delta-test`; `slope` is the steepness of the line. Ties and `target: 'rank'` as in
 * `delta-test`. Stefánsson, Končar and Jones (1997).
 *
 * @example score(table, { target: 'yield', features: ['heat', 'time'], by: [gammaTest()] })
 */
export const gammaTest = defineSubset({
  ...noiseFacts,
  id: 'gamma-test',
  title: 'Gamma test',
  options: {
    k: { type: 'whole', min: 2, max: 1000, default: 10, help: 'neighbours the line is laid through' },
    ...noiseOptions,
  },
  formula: 'Γ = intercept of γ(p) on δ(p), p = 1 … k',
  reference: 'Stefánsson, Končar & Jones 1997',
  needs: (step) => noiseNeeds(step, step.options.k),
  fold: (answers, { options }) =>
    noiseFold(answers, options.ties, options.k, (nearest, i) => {
      const { intercept, slope } = gammaLine(nearest, i, options.k)
      return { noise: intercept, slope }
    }),
})
