/** A fit of y on d columns, from the centred co-moments of all. */
export interface LinearFit {
  /** t statistic of each coefficient. */
  readonly t: Float64Array
  /** Σ of the squared residuals. */
  readonly residual: number
  /** Columns that the ones before them determine; the fit is meaningless where there is one. */
  readonly dependent: readonly number[]
}

/** What is left of a column's variance once the others are known: below it the column counts as determined. */
const rankTolerance = 1e-11

/**
 * Least squares of variable 0 on variables 1…d: t_i = w_i / (σ̂·√((XᵀX)⁻¹_ii)), σ̂² = SSE/(n−d−1), X centred.
 * Works on the correlation matrix, so that units do not matter, by Cholesky's decomposition.
 */
export function leastSquares(comoment: Float64Array, width: number, n: number): LinearFit {
  const d = width - 1
  const scale = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  const correlation = (i: number, j: number) => {
    const product = scale[i] * scale[j]
    return product === 0 ? 0 : comoment[i * width + j] / product
  }
  const factor = new Float64Array(d * d)
  const dependent: number[] = []
  for (let i = 0; i < d; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? (scale[i + 1] === 0 ? 0 : 1) : correlation(i + 1, j + 1)
      for (let k = 0; k < j; k++) sum -= factor[i * d + k] * factor[j * d + k]
      if (i !== j) factor[i * d + j] = factor[j * d + j] === 0 ? 0 : sum / factor[j * d + j]
      else if (sum > rankTolerance) factor[i * d + i] = Math.sqrt(sum)
      else dependent.push(i)
    }
  }
  if (dependent.length > 0) return { t: new Float64Array(d).fill(NaN), residual: NaN, dependent }

  const inverse = invertLower(factor, d)
  // z = L⁻¹r holds the fit's parts in an orthogonal basis; w = L⁻ᵀz; diag (XᵀX)⁻¹ = the squared columns of L⁻¹.
  const z = new Float64Array(d)
  for (let i = 0; i < d; i++) for (let j = 0; j <= i; j++) z[i] += inverse[i * d + j] * correlation(0, j + 1)
  const unexplained = Math.max(0, 1 - z.reduce((sum, part) => sum + part * part, 0))
  const sigma = Math.sqrt(unexplained / (n - d - 1))
  const t = new Float64Array(d)
  for (let j = 0; j < d; j++) {
    let coefficient = 0
    let spread = 0
    for (let i = j; i < d; i++) {
      coefficient += inverse[i * d + j] * z[i]
      spread += inverse[i * d + j] * inverse[i * d + j]
    }
    t[j] = coefficient === 0 ? 0 : coefficient / (sigma * Math.sqrt(spread))
  }
  return { t, residual: unexplained * comoment[0], dependent }
}

function invertLower(factor: Float64Array, d: number): Float64Array {
  const inverse = new Float64Array(d * d)
  for (let j = 0; j < d; j++) {
    inverse[j * d + j] = 1 / factor[j * d + j]
    for (let i = j + 1; i < d; i++) {
      let sum = 0
      for (let k = j; k < i; k++) sum -= factor[i * d + k] * inverse[k * d + j]
      inverse[i * d + j] = sum / factor[i * d + i]
    }
  }
  return inverse
}
