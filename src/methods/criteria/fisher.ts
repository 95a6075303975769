import { squaresOf, totalRows } from '../measures/groups-by-class.ts'
import { ratio } from '../measures/test.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns whose class means lie far apart for the spread within the classes.
 *
 * J = Σ n_c(μ_c−μ)² / Σ n_cσ_c², population variances, 0 to ∞. A constant column gives 0, a column constant
 * within every class ∞. `denominator=total` divides by the variance of all rows instead: n·J/(1+J), the same
 * ranking. Equals 1/L − 1 with L the `laplacian-score` on the class graph. Duda, Hart and Stork (2001).
 *
 * @example rank(table, { target: 'species', by: [fisher({ denominator: 'total' })] })
 */
export const fisher = classRanker({
  id: 'fisher',
  title: 'Fisher score',
  of: 'values',
  better: 'higher',
  units: 'ratio',
  options: {
    denominator: {
      type: 'choice',
      of: ['within', 'total'],
      default: 'within',
      help: 'divide by the squares within the classes, or by the variance of all rows',
    },
  },
  formula: 'J = Σ n_c(μ_c−μ)² / Σ n_cσ_c²',
  reference: 'Duda, Hart & Stork 2001',
  test: (groups, _, { options }) => {
    const { between, within } = squaresOf(groups)
    const n = totalRows(groups)
    return {
      score: options.denominator === 'total' ? ratio(n * between, between + within) : ratio(between, within),
    }
  },
})
