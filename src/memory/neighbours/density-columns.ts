import ln from '@stdlib/math-base-special-ln'
import type { DensityFlaw } from '#core'

/** The volume by which a density is normalised. */
export interface DensityVolume {
  readonly flaw: DensityFlaw | null
  /**
   * Logarithm of the volume that is multiplied by powers of h: ½ log |Σ̂|, or Σ log s for a box; NaN if there
   * is a flaw.
   */
  readonly logVolume: number
}

/**
 * A column is dependent if its standard deviation given the columns before it is below this share: 1 − ρ² <
 * 10⁻¹⁶.
 */
const leastShare = 1e-8

/**
 * Whitens columns in place: replaces each by its residual given the columns before it, divided by its
 * standard deviation (÷ n − 1). This is x·L⁻ᵀ for the Cholesky factor L of Σ̂, computed by modified
 * Gram–Schmidt, which is more accurate for near copies.
 */
export function whiten(columns: readonly Float64Array[]): DensityVolume {
  const rows = columns[0].length
  if (rows <= columns.length) return flawed('rows')
  let logVolume = 0
  for (const [place, column] of columns.entries()) {
    const spread = centre(column)
    if (spread === null) return flawed('constant')
    for (const before of columns.slice(0, place)) {
      let product = 0
      for (let row = 0; row < rows; row++) product += before[row] * column[row]
      const slope = product / (rows - 1)
      for (let row = 0; row < rows; row++) column[row] -= slope * before[row]
    }
    const left = deviationOf(column)
    if (!(left > leastShare)) return flawed('dependent')
    for (let row = 0; row < rows; row++) column[row] /= left
    logVolume += logOf(spread) + ln(left)
  }
  return { flaw: null, logVolume }
}

/** Half the edges of the boxes: half the bandwidth times the standard deviations (÷ n − 1) of the columns. */
export function boxReaches(
  columns: readonly Float64Array[],
  bandwidth: number,
): DensityVolume & { readonly reaches: readonly number[] } {
  if (columns[0].length < 2) return { ...flawed('rows'), reaches: [] }
  let logVolume = 0
  const reaches: number[] = []
  for (const column of columns) {
    const spread = centre(column.slice())
    if (spread === null) return { ...flawed('constant'), reaches: [] }
    logVolume += logOf(spread)
    reaches.push(((spread.deviation * bandwidth) / 2 / spread.half) * spread.range)
  }
  return { flaw: null, logVolume, reaches }
}

/** A standard deviation, deviation × range ÷ half, in factors that do not overflow. */
interface DensitySpread {
  readonly deviation: number
  readonly range: number
  readonly half: number
}

/** Standardises a column in place; returns `null` if it is constant. */
function centre(column: Float64Array): DensitySpread | null {
  let min = Infinity
  let max = -Infinity
  for (const value of column) {
    if (value < min) min = value
    if (value > max) max = value
  }
  const half = Number.isFinite(max - min) ? 1 : 0.5
  const range = max * half - min * half
  if (!(range > 0)) return null
  let sum = 0
  for (let row = 0; row < column.length; row++) {
    column[row] = (column[row] * half - min * half) / range
    sum += column[row]
  }
  const mean = sum / column.length
  for (let row = 0; row < column.length; row++) column[row] -= mean
  const deviation = deviationOf(column)
  for (let row = 0; row < column.length; row++) column[row] /= deviation
  return { deviation, range, half }
}

/** The standard deviation of a column with mean 0. */
function deviationOf(column: Float64Array): number {
  let squares = 0
  for (const value of column) squares += value * value
  return Math.sqrt(squares / (column.length - 1))
}

function logOf({ deviation, range, half }: DensitySpread): number {
  return ln(deviation) + ln(range) - ln(half)
}

function flawed(flaw: DensityFlaw): DensityVolume {
  return { flaw, logVolume: NaN }
}
