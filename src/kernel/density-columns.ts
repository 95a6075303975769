import ln from '@stdlib/math-base-special-ln'

/**
 * Why columns have no density: there are not more rows than columns, a column is constant, or a column is a linear
 * function of those before it.
 */
export type DensityFlaw = 'rows' | 'constant' | 'dependent'

/** What is known of a set of columns before its density is. */
export interface DensityLayout {
  readonly flaw: DensityFlaw | null
  /** Logarithm of the volume that h stretches: ½ log |Σ̂|, or Σ log s of single columns. NaN where there is a flaw. */
  readonly logVolume: number
}

/** A column whose spread beside the columns before it falls below this share is a function of them: 1 − ρ² < 10⁻¹⁶. */
const leastShare = 1e-8

/**
 * Whitens columns in place: each becomes what a linear fit of the columns before it leaves, divided by its standard
 * deviation (÷ n − 1). That is x·L⁻ᵀ for the Cholesky factor L of Σ̂, by modified Gram–Schmidt, which loses fewer digits of
 * near copies.
 */
export function whiten(columns: readonly Float64Array[]): DensityLayout {
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

/** Standard deviations (÷ n − 1) of columns, as half the width that a bandwidth of 1 gives a box. */
export function boxReaches(
  columns: readonly Float64Array[],
  bandwidth: number,
): DensityLayout & { readonly reaches: readonly number[] } {
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

/** A standard deviation is deviation × range ÷ half: no range is too wide to be a number. */
interface DensitySpread {
  readonly deviation: number
  readonly range: number
  readonly half: number
}

/** Gives a column mean 0 and standard deviation 1, in place; `null` where it is constant. */
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

/** Of a column with mean 0. */
function deviationOf(column: Float64Array): number {
  let squares = 0
  for (const value of column) squares += value * value
  return Math.sqrt(squares / (column.length - 1))
}

function logOf({ deviation, range, half }: DensitySpread): number {
  return ln(deviation) + ln(range) - ln(half)
}

function flawed(flaw: DensityFlaw): DensityLayout {
  return { flaw, logVolume: NaN }
}
