import type { Moments } from '#core'
import { cholesky, factorRow, invertTriangle, rankTolerance } from '#methods'
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

/** Rows that are multiplied at a time, so that their columns stay in the cache. */
const rowsAtOnce = 512

type Columns = readonly Float64Array[]

/** The columns of a model in its units: less their mean, over their standard deviation. */
export function standardised(columns: Columns, { mean, meanLow, deviation }: GaussianModel): Columns {
  return columns.map((values, j) => values.map((value) => (value - mean[j] - meanLow[j]) / deviation[j]))
}

/**
 * What the same regressions leave of noise, scaled to the spread of the residuals of a column: a draw of
 * these residuals given all other columns. The residuals were fitted on these rows and hold nothing of the
 * other columns; fresh noise holds something of them by chance, and so of whatever they explain. Without
 * shrinkage the draw is uniform over all residuals of this length, whatever the true weights and spread:
 * Huang and Janson (2020).
 *
 * @param weights how often each row counts
 * @returns for noise of each row, the draw of each column
 */
export function residualDraws(
  columns: Columns,
  residuals: Columns,
  { width, n, precision, lambda, residuals: spread }: GaussianModel,
  weights: Float64Array,
): (noise: Float64Array) => (j: number) => Float64Array {
  const share = (1 - lambda) / n
  return (noise) => {
    const middle = weightedProduct(noise, weights, null) / n
    const centred = noise.map((value) => value - middle)
    const products = columns.map((values) => weightedProduct(values, weights, centred))
    const left = centred.slice()
    columns.forEach((values, k) => {
      let weight = 0
      for (let i = 0; i < width; i++) weight += precision[k * width + i] * products[i]
      for (let row = 0; row < left.length; row++) left[row] -= share * weight * values[row]
    })
    return (j) => {
      // What all columns leave, and the direction that is left where column j is not one of them.
      const own = share * precision[j * (width + 1)] * weightedProduct(residuals[j], weights, centred)
      const drawn = left.map((value, row) => value + own * residuals[j][row])
      const scale = spread[j] * Math.sqrt(n / weightedProduct(drawn, weights, drawn))
      return drawn.map((value) => scale * value)
    }
  }
}

/** Σ w·a·b over rows, b = 1 if null. */
function weightedProduct(a: Float64Array, weights: Float64Array, b: Float64Array | null): number {
  let sum = 0
  for (let row = 0; row < a.length; row++) sum += weights[row] * a[row] * (b ? b[row] : 1)
  return sum
}

/** What of each standardised column its regression on all others does not explain: (ZΩ)_j / Ω_jj. */
export function residualsGivenOthers(columns: Columns, { width, precision }: GaussianModel): Columns {
  const weights = precision.map((value, at) => value / precision[(at % width) * (width + 1)])
  return timesMatrix(columns, weights)
}

/**
 * Draws knockoffs of standardised columns: normal with the mean Z − Z·Ω·S and the covariance 2S − S·Ω·S given
 * the rows, so that columns and knockoffs together have the covariance [Σ, Σ−S; Σ−S, Σ], whichever columns
 * change places with their knockoffs. Candès, Fan, Janson and Lv (2018).
 *
 * @param noise standard normal draws for each column
 */
export function knockoffDraws(
  columns: Columns,
  model: GaussianModel,
  gaps: Float64Array,
): (noise: Columns) => Columns {
  const { weights, factor } = knockoffLaw(model, gaps)
  const means = timesMatrix(columns, weights)
  return (noise) => {
    const drawn = timesMatrix(noise, factor)
    return drawn.map((values, j) => values.map((value, row) => value + means[j][row]))
  }
}

/** The weights I − Ω·S of the mean, and Lᵀ with L·Lᵀ = 2S − S·Ω·S, row by row. */
export function knockoffLaw({ width, precision }: GaussianModel, gaps: Float64Array) {
  const weights = new Float64Array(width * width)
  const factor = new Float64Array(width * width)
  const rows: Float64Array[] = []
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++)
      weights[i * width + j] = (i === j ? 1 : 0) - precision[i * width + j] * gaps[j]
    const row = Float64Array.from(
      { length: i + 1 },
      (_, j) => (i === j ? 2 * gaps[i] : 0) - gaps[i] * precision[i * width + j] * gaps[j],
    )
    factorRow(row, rows, rankTolerance)
    rows.push(row)
    row.forEach((value, j) => (factor[j * width + i] = value))
  }
  return { weights, factor }
}

/** The columns of X·M, M row by row. */
function timesMatrix(columns: Columns, matrix: Float64Array): Columns {
  const width = columns.length
  const rows = columns[0].length
  const products = columns.map(() => new Float64Array(rows))
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const to = Math.min(rows, from + rowsAtOnce)
    for (let j = 0; j < width; j++) {
      const product = products[j]
      for (let k = 0; k < width; k++) {
        const factor = matrix[k * width + j]
        if (factor === 0) continue
        const values = columns[k]
        for (let row = from; row < to; row++) product[row] += factor * values[row]
      }
    }
  }
  return products
}
