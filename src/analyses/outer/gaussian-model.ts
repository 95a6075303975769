import type { Moments } from '#core'
import { cholesky, invertTriangle } from '#methods'
import type { Triangle } from '#methods'

/**
 * The least share of the identity in a shrunk matrix, so that columns that determine one another leave it
 * definite.
 */
const leastShrinkage = 1e-6

/**
 * Columns as a joint normal distribution, each in units of its standard deviation over n. Matrices are stored
 * row by row.
 */
export interface GaussianModel {
  readonly width: number
  readonly n: number
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly deviation: Float64Array
  /** The correlations of the rows. */
  readonly sample: Float64Array
  /** The correlations of the model: (1 − λ) of the rows + λ of the identity. */
  readonly shrunk: Float64Array
  /** The inverse Ω of these: the weights of the regression of column j on all others are −Ω_jk/Ω_jj. */
  readonly precision: Float64Array
  readonly lambda: number
  /**
   * The standard deviations, over the rows, of what its regression on all others leaves of each column: of
   * (ZΩ)_j/Ω_jj.
   */
  readonly residuals: Float64Array
}

/**
 * The normal distribution with the means and variances of some rows, and their correlations shrunk towards
 * none, so that it exists with fewer rows than columns. λ is the oracle-approximating one, of the least mean
 * squared error for normal columns: Chen, Wiesel, Eldar and Hero (2010), of correlations, and at least 10⁻⁶.
 * Every variance has to be above 0.
 */
export function gaussianModel({ n, mean, meanLow, comoment }: Moments): GaussianModel {
  const width = mean.length
  const root = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  const sample = new Float64Array(width * width)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < i; j++) {
      const correlation = comoment[i * width + j] / root[i] / root[j]
      sample[i * width + j] = sample[j * width + i] = correlation
    }
    sample[i * width + i] = 1
  }
  const deviation = root.map((value) => value / Math.sqrt(n))
  return shrunkBy(shrinkageOfCorrelations(sample, width, n), { width, n, mean, meanLow, deviation, sample })
}

/**
 * The model whose regressions are those of least squares, so that their residuals hold nothing of the other
 * columns. It needs more rows than columns.
 */
export function withoutShrinkage(model: GaussianModel): GaussianModel {
  return shrunkBy(leastShrinkage, model)
}

/** A model with correlations shrunk by λ. */
function shrunkBy(
  lambda: number,
  {
    width,
    n,
    mean,
    meanLow,
    deviation,
    sample,
  }: Omit<GaussianModel, 'shrunk' | 'precision' | 'lambda' | 'residuals'>,
): GaussianModel {
  const shrunk = sample.map((value) => (1 - lambda) * value)
  for (let i = 0; i < width; i++) shrunk[i * width + i] = 1
  const precision = inverseOf(shrunk, width)
  const residuals = residualDeviations(precision, width, lambda)
  return { width, n, mean, meanLow, deviation, sample, shrunk, precision, lambda, residuals }
}

/** √(Ω·C·Ω)_jj / Ω_jj, C the correlations of the rows: (1 − λ)·C = Ω⁻¹ − λ·I. */
function residualDeviations(precision: Float64Array, width: number, lambda: number): Float64Array {
  return Float64Array.from({ length: width }, (_, j) => {
    const own = precision[j * (width + 1)]
    if (lambda === 1) return 1
    let squares = 0
    for (let i = 0; i < width; i++) squares += precision[j * width + i] * precision[j * width + i]
    return Math.sqrt(Math.max(0, own - lambda * squares) / (1 - lambda)) / own
  })
}

/**
 * ((1 − 2/d)·tr C² + d²) / ((n − 2/d)·(tr C² − d)), at most 1: n rows, of which one is spent on the means,
 * and d columns.
 */
function shrinkageOfCorrelations(correlations: Float64Array, width: number, n: number): number {
  const squares = correlations.reduce((sum, value) => sum + value * value, 0)
  const below = (n - 2 / width) * (squares - width)
  const above = (1 - 2 / width) * squares + width * width
  return below > above ? Math.max(leastShrinkage, above / below) : 1
}

/** The inverse of a positive definite matrix. */
export function inverseOf(matrix: Float64Array, width: number): Float64Array {
  return productOfInverse(invertTriangle(cholesky(matrix, width)!))
}

/** L⁻ᵀ·L⁻¹, from the rows of L⁻¹. */
function productOfInverse(rows: Triangle): Float64Array {
  const width = rows.length
  const product = new Float64Array(width * width)
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const [factor, at] = [row[i], i * width]
      for (let j = 0; j <= i; j++) product[at + j] += factor * row[j]
    }
  }
  for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) product[j * width + i] = product[i * width + j]
  return product
}
