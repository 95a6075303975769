import { correlationT } from '../measures/correlation.ts'
import { studentTail } from '../measures/tails.ts'
import { correlationRanker } from './families/correlation-ranker.ts'

/**
 * Rewards columns whose slope in Y = aX + b + ε is many standard errors from 0.
 *
 * J = z = ρ√((n−2)/(1−ρ²)), σ̂² = SSE/(n−2), signed; p from t_{n−2}, two-sided. A constant column gives 0, a
 * perfect line ±∞. Ranks as `pearson`; `z-score-joint` fits all columns together. Hastie, Tibshirani and
 * Friedman (2009, 3.2).
 *
 * @example rank(table, { target: 'price', by: [zScore()] })
 */
export const zScore = correlationRanker({
  id: 'z-score',
  title: 'Slope over its standard error',
  of: 'values',
  better: 'higher',
  signed: true,
  units: 't',
  pValue: 't(n−2), two-sided',
  options: {},
  formula: 'z = ρ√((n−2)/(1−ρ²))',
  reference: 'Hastie, Tibshirani & Friedman 2009',
  test: (correlation) => {
    const score = correlationT(correlation)
    return { score, pValue: studentTail(score, correlation.n - 2) }
  },
})
