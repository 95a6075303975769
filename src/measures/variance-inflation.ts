import { factorRow, invertTriangle, rankTolerance } from '../kernel/models/cholesky.ts'

/** A coefficient below this of a column that others determine is its rounding. */
const negligible = Math.sqrt(rankTolerance)

/**
 * The variance inflation of each variable, 1/(1−R²) of its regression on all others: the diagonal of the inverse correlation
 * matrix. Infinite for the variables of an exact linear relation, NaN for a constant.
 *
 * @param comoment the centred co-moments, row by row
 */
export function varianceInflation(comoment: Float64Array, width: number): Float64Array {
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
    // The coefficients of such a column on the independent ones: those that have one stand in the relation too.
    for (let j = 0; j < row.length - 1; j++) {
      let coefficient = 0
      for (let k = j; k < row.length - 1; k++) coefficient += inverse[k][j] * row[k]
      if (Math.abs(coefficient) > negligible) inflation[independent[j]] = Infinity
    }
  }
  return inflation
}
