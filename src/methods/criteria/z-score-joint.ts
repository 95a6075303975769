import { CribaError, firstFew, weightText } from '#core'
import { shapeBound, withDoubt } from '../measures/law.ts'
import { leastSquares } from '../measures/least-squares.ts'
import { studentTail } from '../measures/tails.ts'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { packTests } from './families/tests.ts'

/**
 * Rewards columns whose coefficient in the regression on all columns together is many standard errors from 0.
 *
 * J = z_i = w_i/(σ̂·√((XᵀX)⁻¹_ii)), X centred, σ̂² = SSE/(n−d−1), over the rows complete in all columns;
 * signed; p from t_{n−d−1}, two-sided. Columns that the others determine (constants among them), or n ≤ d+1,
 * are an error that names them. `z-score` looks at each column alone. The source prints the diagonal without
 * its root; this is the t statistic itself. Hastie, Tibshirani and Friedman (2009, eq. 3.12).
 *
 * @example rank(table, { target: 'price', by: [zScoreJoint()] })
 */
export const zScoreJoint = defineRank({
  id: 'z-score-joint',
  title: 'Coefficients of the full regression over their standard errors',
  features: { numeric: 'values', categorical: null },
  target: 'values',
  joint: true,
  better: 'higher',
  signed: true,
  units: 't',
  pValue: 't(n−d−1), two-sided',
  law: { of: 'values', kind: 'student' },
  options: {},
  formula: 'z_i = w_i / (σ̂·√((XᵀX)⁻¹_ii)), σ̂² = SSE/(n−d−1)',
  reference: 'Hastie, Tibshirani & Friedman 2009',
  needs: ({ features, target, view }) => [
    { kind: 'moments', family: { list: [[target!, ...features]] }, of: 'values', view },
  ],
  fold: ([{ n, width, min, max, mean, comoment }], { names, targetName }) => {
    const d = width - 1
    const wild = names.filter((_, i) => !canSquare(min[i + 1], max[i + 1]))
    const df = n[0] - d - 1
    if (df <= 0)
      throw refuse(
        names,
        `${weightText(n[0])} complete rows for ${d} columns: needs ${d + 2} or more, so drop some`,
      )
    if (wild.length > 0)
      throw refuse(wild, 'values too large, or too close together, to square: rescale them')
    if (!canSquare(min[0], max[0]))
      throw refuse([targetName], 'values too large, or too close together, to square')
    const { t, dependent } = leastSquares(comoment, width, n[0])
    if (dependent.length > 0) {
      throw refuse(
        dependent.map((i) => names[i]),
        'constant, or determined by the columns before: drop them',
      )
    }
    // The rows of a coefficient are the column less what the others tell of it; its own values stand for
    // them.
    const bounds = Array.from(min, (_, i) =>
      shapeBound({ n: n[0], min: min[i], max: max[i], mean: mean[i], squares: comoment[i * width + i] }),
    )
    const size = { n: n[0], df: 1, columns: d }
    const tests = Array.from(t, (score, i) =>
      withDoubt({ score, pValue: studentTail(score, df) }, 'student', size, [bounds[0]], [bounds[i + 1]]),
    )
    return { n: new Float64Array(d).fill(n[0]), ...packTests(tests) }
  },
})

function refuse(columns: readonly string[], why: string): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable columns for z-score-joint: ${firstFew(columns, 10)} (${why})`,
  )
}
