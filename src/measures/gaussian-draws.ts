import { factorRow, rankTolerance } from '../kernel/models/cholesky.ts'
import type { GaussianModel } from './gaussian-model.ts'

/** Rows that are multiplied at a time, so that their columns stay in the cache. */
const rowsAtOnce = 512

type Columns = readonly Float64Array[]

/** The columns of a model in its units: less their mean, over their standard deviation. */
export function standardised(columns: Columns, { mean, meanLow, deviation }: GaussianModel): Columns {
  return columns.map((values, j) => values.map((value) => (value - mean[j] - meanLow[j]) / deviation[j]))
}

/** What of each standardised column its regression on all others does not explain: (ZΩ)_j / Ω_jj. */
export function residualsGivenOthers(columns: Columns, { width, precision }: GaussianModel): Columns {
  const weights = precision.map((value, at) => value / precision[(at % width) * (width + 1)])
  return timesMatrix(columns, weights)
}

/**
 * Draws knockoffs of standardised columns: normal with the mean Z − Z·Ω·S and the covariance 2S − S·Ω·S given the rows, so that columns
 * and knockoffs together have the covariance [Σ, Σ−S; Σ−S, Σ], whichever columns change places with their knockoffs. Candès, Fan, Janson
 * and Lv (2018).
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
