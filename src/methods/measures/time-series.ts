/** The series of all rows, one after the other: `length` numbers each, in order of time. */
export interface SeriesOfRows {
  readonly length: number
  readonly values: Float64Array
}

/**
 * The series of each row over the points of time, standardised to mean 0 and standard deviation 1 (÷ length);
 * constant series become 0. NaN where a point is missing.
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
    // Divided by the largest deviation first, so that the squares neither overflow nor underflow.
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

/** The similarity of two series of one row, 0 to 1. */
type Similarity = (a: SeriesOfRows, b: SeriesOfRows, row: number) => number

/** 1/(1+DTW/T), T the length of the longer series; 1 where one can be warped into the other. */
export function dtwSimilarity(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  return 1 / (1 + warpingDistance(a, b, row) / Math.max(a.length, b.length))
}

/** |ρ| of two series of equal length; 0 where one is constant. */
export function correlationSimilarity(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  const { length } = a
  const at = row * length
  let sum = 0
  for (let t = at; t < at + length; t++) sum += a.values[t] * b.values[t]
  return Math.min(1, Math.abs(sum / length))
}

let costs = new Float64Array(64)

/**
 * Dynamic time warping without a window (Sakoe and Chiba 1978, symmetric with equal steps): the least sum of
 * |a_s − b_t| along a path of pairs (s, t) from the first to the last of both, on which each of s and t grows
 * by 0 or 1 per step.
 */
export function warpingDistance(a: SeriesOfRows, b: SeriesOfRows, row: number): number {
  const width = b.length
  if (costs.length < width) costs = new Float64Array(2 * width)
  const [line, one, other] = [costs, a.values, b.values]
  line.fill(Infinity, 0, width)
  const from = row * width
  for (let s = 0; s < a.length; s++) {
    const value = one[row * a.length + s]
    // The costs of the neighbouring pairs: `above` (s − 1, t), `left` (s, t − 1), `both` (s − 1, t − 1).
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

/** The weighted mean similarity over the rows without missing points, and their weight. */
export function meanSimilarity(
  a: SeriesOfRows,
  b: SeriesOfRows,
  weights: Float64Array,
  similarity: Similarity,
): { readonly n: number; readonly mean: number } {
  let [n, sum] = [0, 0]
  for (let row = 0; row < weights.length; row++) {
    const weight = weights[row]
    // A series with a missing point is NaN throughout.
    const isComplete = !Number.isNaN(a.values[row * a.length]) && !Number.isNaN(b.values[row * b.length])
    if (weight === 0 || !isComplete) continue
    n += weight
    sum += weight * similarity(a, b, row)
  }
  return { n, mean: sum / n }
}
