import { correlationT } from '../measures/correlation.ts'
import { studentTail } from '../measures/tails.ts'
import { correlationRanker } from './families/correlation-ranker.ts'

/**
 * Rewards columns that rise or fall with the target along a line.
 *
 * J = ρ = cov(X,Y)/√(var X · var Y), −1 to 1, ranked by |ρ|; p from t_{n−2}, two-sided. A constant column
 * gives 0. `z-score`, `r2` and `f-regression` are functions of |ρ| and rank alike; `spearman` is ρ of the
 * ranks. Pearson (1896).
 *
 * @example rank(table, { target: 'price', by: [pearson()] })
 */
export const pearson = correlationRanker({
  id: 'pearson',
  title: "Pearson's correlation",
  of: 'values',
  better: 'higher',
  signed: true,
  units: 'ρ',
  pValue: 't(n−2), two-sided',
  options: {},
  formula: 'ρ = cov(X,Y) / √(var X · var Y)',
  reference: 'Pearson 1896',
  test: (correlation) => ({
    score: correlation.rho,
    pValue: studentTail(correlationT(correlation), correlation.n - 2),
  }),
})
