/**
 * The lower triangle L of a symmetric positive definite matrix, L·Lᵀ, row by row; null where a pivot is not above `least`.
 */
export function cholesky(matrix: Float64Array, width: number, least = 0): Float64Array | null {
  const lower = new Float64Array(width * width)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * width + j]
      for (let k = 0; k < j; k++) sum -= lower[i * width + k] * lower[j * width + k]
      if (i !== j) lower[i * width + j] = sum / lower[j * width + j]
      else if (sum > least) lower[i * width + i] = Math.sqrt(sum)
      else return null
    }
  }
  return lower
}

/** Solves L·Lᵀ·x = right. */
export function solveCholesky(lower: Float64Array, right: Float64Array): Float64Array {
  const width = right.length
  const x = right.slice()
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * width + k] * x[k]
    x[i] /= lower[i * width + i]
  }
  for (let i = width - 1; i >= 0; i--) {
    x[i] /= lower[i * width + i]
    for (let k = 0; k < i; k++) x[k] -= lower[i * width + k] * x[i]
  }
  return x
}
