import { correlationT } from '../measures/correlation.ts'
import { studentTail } from '../measures/tails.ts'
import { correlationRanker } from './families/correlation-ranker.ts'

/**
 * Rewards columns that rise or fall with the target, along any monotone curve.
 *
 * J = ρ of the mid-ranks among the complete rows, −1 to 1, ranked by |ρ|; p from t_{n−2}, two-sided.
 * A constant column gives 0. Unchanged by any increasing map of a column. Spearman (1904).
 *
 * @example rank(table, { target: 'price', by: [spearman()] })
 */
export const spearman = correlationRanker({
  id: 'spearman',
  title: "Spearman's rank correlation",
  of: 'ranks',
  better: 'higher',
  signed: true,
  units: 'ρ',
  pValue: 't(n−2), two-sided',
  options: {},
  formula: 'ρ of the mid-ranks of X and Y',
  reference: 'Spearman 1904',
  test: (correlation) => ({
    score: correlation.rho,
    pValue: studentTail(correlationT(correlation), correlation.n - 2),
  }),
})
