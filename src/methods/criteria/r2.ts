import { correlationT } from '../measures/correlation.ts'
import { analysisOfVariance, squaresOf } from '../measures/groups-by-class.ts'
import { fisherTail } from '../measures/tails.ts'
import { ratio, square } from '../measures/test.ts'
import { fitRanker } from './families/correlation-ranker.ts'

/**
 * Rewards columns that explain a large share of a numeric target's variance, each alone.
 *
 * J = R² = SSR/SST of the one-variable fit, 0 to 1; = ρ² for numbers, the correlation ratio η² for levels.
 * p as `f-regression`, which ranks numbers alike. A constant column gives 0.
 *
 * @example rank(table, { target: 'price', by: [r2()] })
 */
export const r2 = fitRanker({
  id: 'r2',
  title: 'Share of variance explained',
  better: 'higher',
  units: 'share of variance',
  pValue: 'as f-regression',
  options: {},
  formula: 'R² = SSR/SST = ρ²',
  reference: 'Wright 1921',
  line: (correlation) => ({
    score: square(correlation.rho),
    pValue: fisherTail(square(correlationT(correlation)), 1, correlation.n - 2),
  }),
  levels: (groups) => {
    const { between, within } = squaresOf(groups)
    return { ...analysisOfVariance(groups), score: ratio(between, between + within) }
  },
})
