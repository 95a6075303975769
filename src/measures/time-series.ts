/** Series of some rows, one after the other: each `length` numbers, in the order of time. */
export interface SeriesOfRows {
  readonly length: number
  readonly values: Float64Array
}

/**
 * The series of each row over its points of time, with mean 0 and standard deviation 1 (÷ length); constant ones become 0.
 * NaN where a point is missing.
 */
export function standardSeries(points: readonly Float64Array[]): SeriesOfRows {
  const { length } = points
  const rows = points[0].length
  const values = new Float64Array(rows * length)
  for (let row = 0, at = 0; row < rows; row++, at += length) {
    let sum = 0
    for (let t = 0; t < length; t++) sum += values[at + t] = points[t][row]
    const mean = sum / length
    let [least, greatest, farthest] = [Infinity, -Infinity, 0]
    for (let t = at; t < at + length; t++) {
      least = Math.min(least, values[t])
      greatest = Math.max(greatest, values[t])
      values[t] -= mean
      farthest = Math.max(farthest, Math.abs(values[t]))
    }
    if (least === greatest) {
      values.fill(0, at, at + length)
      continue
    }
    // As shares of the farthest deviation, that squares stay within the range of numbers.
    let squares = 0
    for (let t = at; t < at + length; t++) {
      values[t] /= farthest
      squares += values[t] * values[t]
    }
    const deviation = Math.sqrt(squares / length)
    for (let t = at; t < at + length; t++) values[t] /= deviation
  }
  return { length, values }
}

/** How alike two series of one row are, 0 to 1. */
export type Likeness = (a: SeriesOfRows, b: SeriesOfRows, row: number) => number

/** 1/(1+DTW/T), T being the length of the longer series: 1 where one can be warped into the other. */
export function warpedLikeness(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  return 1 / (1 + warpingDistance(a, b, row) / Math.max(a.length, b.length))
}

/** |ρ| of two series of equal length, 0 where one is constant. */
export function correlatedLikeness(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  const { length } = a
  const at = row * length
  let sum = 0
  for (let t = at; t < at + length; t++) sum += a.values[t] * b.values[t]
  return Math.min(1, Math.abs(sum / length))
}

let costs = new Float64Array(64)

/**
 * The least sum of |a_s − b_t| along a path of pairs of times from the first to the last of both, on which each time goes
 * on by 0 or 1: dynamic time warping without a window (Sakoe and Chiba 1978, symmetric with equal steps).
 */
export function warpingDistance(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  const width = b.length
  if (costs.length < width) costs = new Float64Array(2 * width)
  const [line, one, other] = [costs, a.values, b.values]
  line.fill(Infinity, 0, width)
  const from = row * width
  for (let s = 0; s < a.length; s++) {
    const value = one[row * a.length + s]
    // Costs of the pairs with the time of a before, with that of b before, and with both.
    let both = s === 0 ? 0 : Infinity
    let left = Infinity
    for (let t = 0; t < width; t++) {
      const above = line[t]
      let least = both < above ? both : above
      if (left < least) least = left
      left = Math.abs(value - other[from + t]) + least
      line[t] = left
      both = above
    }
  }
  return line[width - 1]
}

/** The mean likeness over the rows that count and lack no point, each as often as its weight says; and how many. */
export function meanLikeness(
  a: SeriesOfRows,
  b: SeriesOfRows,
  weights: Float64Array,
  likeness: Likeness,
): { readonly n: number; readonly mean: number } {
  let [n, sum] = [0, 0]
  for (let row = 0; row < weights.length; row++) {
    const weight = weights[row]
    // A series that lacks a point is none at all.
    const isWhole = !Number.isNaN(a.values[row * a.length]) && !Number.isNaN(b.values[row * b.length])
    if (weight === 0 || !isWhole) continue
    n += weight
    sum += weight * likeness(a, b, row)
  }
  return { n, mean: sum / n }
}
