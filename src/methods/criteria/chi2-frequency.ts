import { rangeOf, squaresOf, totalRows } from '../measures/groups-by-class.ts'
import { chiSquareTail } from '../measures/tails.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns of frequencies whose total is shared among the classes otherwise than the rows are.
 *
 * J = Σ_c (O_c−E_c)²/E_c, O_c the column's sum in class c, E_c = n_c/n × the column's sum, 0 to ∞; p: J·μ/s²
 * is χ²_{K−1} under independence, s² the column's variance. Scikit-learn takes s² = μ, which holds for counts
 * by Poisson's law only. Columns with a value below 0 are not frequencies and get no score; a constant column
 * gives 0. The units of a column matter: ten times the values have ten times the score, so columns are to
 * count the same thing. On a 0/1 column it equals `chi2`·n₀/n, n₀ the rows with 0. Scores are those of
 * scikit-learn's `chi2`.
 *
 * @example rank(table, { target: 'topic', by: [chi2Frequency()] })
 */
export const chi2Frequency = classRanker({
  id: 'chi2-frequency',
  title: 'χ² of class totals',
  of: 'values',
  kind: 'normal',
  better: 'higher',
  units: 'χ²',
  pValue: 'χ²(K−1) of J·μ/s²',
  options: {},
  formula: 'χ² = Σ_c (O_c−E_c)²/E_c, O_c class sums, E_c = n_c/n × total',
  reference: 'Liu & Setiono 1995',
  test: (groups) => {
    if (groups.some(({ min }) => min < 0))
      return { score: NaN, why: 'it has values below 0 (needs frequencies)' }
    const { min, max } = rangeOf(groups)
    if (min === max) return { score: 0, pValue: 1 }
    // O_c − E_c = n_c (μ_c − μ) and E_c = n_c μ: so no digit is lost to a common offset.
    const n = totalRows(groups)
    const mean = groups.reduce((sum, group) => sum + (group.n / n) * group.mean, 0)
    const { between, within } = squaresOf(groups)
    const dispersion = (between + within) / (n - 1) / mean
    const score = between / mean
    return { score, pValue: groups.length < 2 ? 1 : chiSquareTail(score / dispersion, groups.length - 1) }
  },
})
