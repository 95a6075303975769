/** The rows of a lower triangle L, row i with i + 1 numbers. */
export type Triangle = readonly Float64Array[]

/**
 * A column whose share of variance not explained by the columns before it is below this counts as dependent.
 */
export const rankTolerance = 1e-11

/**
 * Turns row i of a symmetric matrix, its entries 0…i, into row i of the factor L with L·Lᵀ = the matrix, in
 * place; `rows` are the rows before it. A pivot that is not above `least` becomes 0: the row depends on those
 * before it, and is skipped from then on.
 */
export function factorRow(row: Float64Array, rows: Triangle, least: number): void {
  const last = row.length - 1
  let rest = row[last]
  for (let j = 0; j < last; j++) {
    const other = rows[j]
    let sum = row[j]
    for (let k = 0; k < j; k++) sum -= row[k] * other[k]
    row[j] = other[j] === 0 ? 0 : sum / other[j]
    rest -= row[j] * row[j]
  }
  row[last] = rest > least ? Math.sqrt(rest) : 0
}

/**
 * The next number of the solution z of L·z = right, given those before it; 0 where the row depends on those
 * before it.
 */
export function solveRow(row: Float64Array, right: number, z: ArrayLike<number>): number {
  const last = row.length - 1
  if (row[last] === 0) return 0
  let rest = right
  for (let j = 0; j < last; j++) rest -= row[j] * z[j]
  return rest / row[last]
}

/**
 * The factor of a symmetric positive definite matrix, given row by row; null where a pivot is not above
 * `least`.
 */
export function cholesky(matrix: Float64Array, width: number, least = 0): Triangle | null {
  const rows: Float64Array[] = []
  for (let i = 0; i < width; i++) {
    const row = matrix.slice(i * width, i * width + i + 1)
    factorRow(row, rows, least)
    if (row[i] === 0) return null
    rows.push(row)
  }
  return rows
}

/** Solves L·Lᵀ·x = right. */
export function solveCholesky(rows: Triangle, right: Float64Array): Float64Array {
  const x = new Float64Array(right.length)
  rows.forEach((row, i) => (x[i] = solveRow(row, right[i], x)))
  for (let i = x.length - 1; i >= 0; i--) {
    x[i] /= rows[i][i]
    for (let k = 0; k < i; k++) x[k] -= rows[i][k] * x[i]
  }
  return x
}

/** L⁻¹, of a factor without pivots of 0. */
export function invertTriangle(rows: Triangle): Triangle {
  const inverse: Float64Array[] = []
  rows.forEach((row, i) => {
    const own = new Float64Array(i + 1)
    for (let k = 0; k < i; k++) {
      const above = inverse[k]
      const factor = row[k]
      for (let j = 0; j <= k; j++) own[j] -= factor * above[j]
    }
    for (let j = 0; j < i; j++) own[j] /= row[i]
    own[i] = 1 / row[i]
    inverse.push(own)
  })
  return inverse
}
