import { correlationT } from '../measures/correlation.ts'
import { analysisOfVariance } from '../measures/groups-by-class.ts'
import { fisherTail } from '../measures/tails.ts'
import { square } from '../measures/test.ts'
import { byOption } from '../shapes/criterion.ts'
import { fitRanker } from './families/correlation-ranker.ts'

/**
 * Rewards columns that explain a numeric target in a regression on that column alone.
 *
 * J = F = (n−2)ρ²/(1−ρ²), 0 to ∞; p from F_{1,n−2}. A categorical column of K levels enters as one group of
 * indicators: the overall F, p from F_{K−1,n−K} (`by=p` then compares columns fairly). A constant column
 * gives 0, a perfect fit ∞. Ranks numbers as `pearson` and `r2`. This is scikit-learn's `f_regression`.
 * Fisher (1922).
 *
 * @example rank(table, { target: 'price', by: [fRegression()] })
 */
export const fRegression = fitRanker({
  id: 'f-regression',
  title: 'F of the one-variable regression',
  better: 'higher',
  units: 'F',
  pValue: 'F(1, n−2); of K levels F(K−1, n−K)',
  options: { by: byOption },
  formula: 'F = (n−2)ρ²/(1−ρ²)',
  reference: 'Fisher 1922',
  line: (correlation) => {
    const score = square(correlationT(correlation))
    return { score, pValue: fisherTail(score, 1, correlation.n - 2) }
  },
  levels: analysisOfVariance,
})
