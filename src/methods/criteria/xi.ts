import { dependenceNeeds, dependenceScores, xiTest } from './families/dependence.ts'
import { defineRank } from '../shapes/criterion.ts'

/**
 * Rewards columns of which the target is a function, of whatever shape.
 *
 * J = ξ = 1 − nΣ|r_{i+1} − r_i|/(2Σ l_i(n − l_i)), rows in the order of the column, r_i = #{y_j ≤ y_i}, l_i =
 * #{y_j ≥ y_i}: about 0 where nothing is related, near 1 where y is a function of x; without ties at most 1 −
 * 3/(n+1). It may fall below 0, and is another one for x given y. Rows tied in the column are shuffled by
 * `seed`, whatever their order; a constant column gives 0. p is one-sided, normal: √n·ξ has variance 2/5
 * without ties in the target, else τ² of the paper. `distance-correlation` and `hsic` find weak relations
 * better, `xi` those that rise and fall often. Chatterjee (2021).
 *
 * @example rank(table, { target: 'price', by: [xi()] })
 */
export const xi = defineRank({
  id: 'xi',
  title: "Chatterjee's coefficient ξ",
  features: { numeric: 'values', categorical: null },
  target: 'values',
  alternative: 'mutual-information',
  better: 'higher',
  units: 'ξ',
  pValue: 'normal, one-sided',
  law: { of: 'ranks', kind: 'runs' },
  options: {
    seed: { type: 'whole', min: 0, default: 0, help: 'seed of the order of rows tied in a column' },
  },
  formula: 'ξ = 1 − nΣ|r_{i+1}−r_i| / (2Σ l_i(n−l_i))',
  reference: 'Chatterjee 2021',
  needs: (step) => dependenceNeeds(step, { measure: 'xi', seed: step.options.seed }),
  fold: ([answer]) => dependenceScores(answer, xiTest),
})
