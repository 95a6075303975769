import { welchAnalysisOfVariance } from '../measures/groups-by-class.ts'
import { byOption } from '../shapes/criterion.ts'
import { classRanker, singleRowClass } from './families/class-ranker.ts'

/**
 * Rewards columns whose class means lie far apart, each class with its own spread.
 *
 * J = [Σw_c(μ_c−μ̃)²/(K−1)] / [1 + 2(K−2)Λ/(K²−1)], w_c = n_c/s_c², μ̃ = Σw_cμ_c/Σw, Λ =
 * Σ(1−w_c/Σw)²/(n_c−1), 0 to ∞; p from F_{K−1,(K²−1)/(3Λ)}. A class of one row gives no score; a class
 * without variance the worst, 0, and the result says so. With two classes that vary it is the square of
 * `welch-t`. Welch (1951).
 *
 * @example rank(table, { target: 'species', by: [welchAnova()] })
 */
export const welchAnova = classRanker({
  id: 'welch-anova',
  title: "Welch's analysis of variance",
  of: 'values',
  kind: 'welch',
  better: 'higher',
  units: 'F',
  pValue: 'F(K−1, (K²−1)/(3Λ))',
  options: { by: byOption },
  formula: 'F = [Σ w_c(μ_c−μ̃)²/(K−1)] / [1 + 2(K−2)Λ/(K²−1)], w_c = n_c/s_c²',
  reference: 'Welch 1951',
  test: (groups, _, step) => singleRowClass(groups, step) ?? welchAnalysisOfVariance(groups),
})
