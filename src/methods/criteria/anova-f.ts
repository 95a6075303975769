import { analysisOfVariance } from '../measures/groups-by-class.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns whose class means lie far apart for the spread within the classes.
 *
 * J = (Σ n_c(μ_c−μ)²/(K−1)) / (Σ_c Σ(x−μ_c)²/(n−K)), 0 to ∞; p from F_{K−1,n−K}. A constant column gives 0;
 * a column that is constant within every class but differs between them gives ∞.
 * With two classes it is the square of `t-test`. One-way analysis of variance (Fisher, 1925).
 *
 * @example rank(table, { target: 'species', by: [anovaF()] })
 */
export const anovaF = classRanker({
  id: 'anova-f',
  title: 'One-way analysis of variance',
  of: 'values',
  kind: 'student',
  better: 'higher',
  units: 'F',
  pValue: 'F(K−1, n−K)',
  options: {},
  formula: 'F = [Σ n_c(μ_c−μ)²/(K−1)] / [ΣΣ(x−μ_c)²/(n−K)]',
  reference: 'Fisher 1925',
  test: (groups) => analysisOfVariance(groups),
})
