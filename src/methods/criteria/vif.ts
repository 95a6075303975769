import { CribaError, firstFew, weightText } from '#core'
import type { Warning } from '#core'
import { factorRow, invertTriangle, rankTolerance } from '../measures/cholesky.ts'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'

/** A coefficient below this of a column that others determine is its rounding. */
const negligible = Math.sqrt(rankTolerance)

/**
 * The variance inflation of each variable, 1/(1−R²) of its regression on all others: the diagonal of the
 * inverse correlation matrix. Infinite for the variables of an exact linear relation, NaN for a constant.
 *
 * @param comoment the centred co-moments, row by row
 */
function varianceInflation(comoment: Float64Array, width: number): Float64Array {
  const scale = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  const inflation = new Float64Array(width).fill(NaN)
  // Columns that no others before them determine, with their rows of the Cholesky factor.
  const independent: number[] = []
  const factor: Float64Array[] = []
  const determined: Float64Array[] = []
  for (let i = 0; i < width; i++) {
    if (scale[i] === 0) continue
    const row = Float64Array.from([...independent, i], (j) => comoment[i * width + j] / scale[i] / scale[j])
    row[row.length - 1] = 1
    factorRow(row, factor, rankTolerance)
    if (row[row.length - 1] > 0) {
      independent.push(i)
      factor.push(row)
    } else {
      inflation[i] = Infinity
      determined.push(row)
    }
  }
  const inverse = invertTriangle(factor)
  independent.forEach((i, j) => {
    let sum = 0
    for (let k = j; k < inverse.length; k++) sum += inverse[k][j] * inverse[k][j]
    inflation[i] = Math.max(1, sum)
  })
  for (const row of determined) {
    // The coefficients of such a column on the independent ones: those that have one stand in the relation
    // too.
    for (let j = 0; j < row.length - 1; j++) {
      let coefficient = 0
      for (let k = j; k < row.length - 1; k++) coefficient += inverse[k][j] * row[k]
      if (Math.abs(coefficient) > negligible) inflation[independent[j]] = Infinity
    }
  }
  return inflation
}

/**
 * Rewards columns that the others do not determine: the lower, the better. It looks at no target.
 *
 * J = 1/(1−R²), R² of the regression of a column on all others, from 1 to ∞: how many times as large the
 * others make the variance of its coefficient in a linear model; over the rows complete in all columns. It is
 * the diagonal of the inverse correlation matrix. Above 5 or 10 a column is usually called collinear. Columns
 * of an exact linear relation have `inf`, and a warning names them; a constant column has none. Fewer rows
 * than columns + 1 are refused. Marquardt (1970).
 *
 * @example rank(table, { by: [vif()], drop: ['price'] })
 */
export const vif = defineRank({
  id: 'vif',
  title: 'Variance inflation factor',
  features: { numeric: 'values', categorical: null },
  target: null,
  joint: true,
  better: 'lower',
  units: 'times the variance',
  options: {},
  formula: 'VIF = 1/(1−R²) of a column on all others',
  reference: 'Marquardt 1970',
  needs: ({ features, view }) => [{ kind: 'moments', family: { list: [features] }, of: 'values', view }],
  fold: ([{ n, width, min, max, comoment }], { names }) => {
    const rows = n[0]
    if (rows > 0 && rows <= width) {
      throw refuse(
        names,
        `${weightText(rows)} complete rows for ${width} columns: needs ${width + 1} or more, so drop some`,
      )
    }
    const wild = names.filter((_, i) => rows > 0 && !canSquare(min[i], max[i]))
    if (wild.length > 0)
      throw refuse(wild, 'values too large, or too close together, to square: rescale them')
    const score = varianceInflation(comoment, width)
    const related = names.filter((_, i) => score[i] === Infinity)
    return {
      n: new Float64Array(width).fill(rows),
      score,
      why: Array.from(score, (one) => (Number.isNaN(one) ? 'constant' : undefined)),
      ...(related.length > 0 && { warnings: [relationWarning(related)] }),
    }
  },
})

function relationWarning(columns: readonly string[]): Warning {
  return {
    code: 'collinear',
    columns,
    message: `vif: ${columns.length} columns are exact linear functions of one another: ${firstFew(columns, 10)}`,
  }
}

function refuse(columns: readonly string[], why: string): CribaError {
  return new CribaError('unsuitable', `unsuitable columns for vif: ${firstFew(columns, 10)} (${why})`)
}
