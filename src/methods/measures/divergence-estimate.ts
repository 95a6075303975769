import ln from '@stdlib/math-base-special-ln'
import type { Scale } from '#core'

/** A divergence estimated from neighbours. */
interface DivergenceEstimate {
  /** NaN where `zeros` is above 0. */
  readonly nats: number
  /**
   * Rows of the first sample at distance 0 from a k-th neighbour in either sample, which make the estimate
   * infinite.
   */
  readonly zeros: number
}

/**
 * D(P‖Q) of two samples of numbers by k-th neighbours (Wang, Kulkarni and Verdú 2009): (d/n) Σ log(ν_i/ρ_i) +
 * log(m/(n−1)), Euclidean, ρ_i the distance of row i of P to its k-th neighbour among the n − 1 other rows of
 * P, ν_i among the m rows of Q. Both samples are lists of the same columns; n > k and m ≥ k. All pairs of
 * rows are compared.
 */
export function divergenceByNeighbours(
  p: readonly Float64Array[],
  q: readonly Float64Array[],
  k: number,
): DivergenceEstimate {
  const n = p[0].length
  const m = q[0].length
  const point = new Float64Array(p.length)
  const nearest = new Float64Array(k)
  let sum = 0
  let zeros = 0
  for (let row = 0; row < n; row++) {
    p.forEach((column, i) => (point[i] = column[row]))
    const own = kthSquare(point, p, nearest, row)
    const other = kthSquare(point, q, nearest, -1)
    if (own === 0 || other === 0) zeros++
    else sum += ln(other / own)
  }
  return { nats: zeros > 0 ? NaN : (p.length / (2 * n)) * sum + ln(m / (n - 1)), zeros }
}

/** The k-th smallest squared distance of a point to the rows of a sample, without row `leftOut`. */
function kthSquare(
  point: Float64Array,
  sample: readonly Float64Array[],
  nearest: Float64Array,
  leftOut: number,
): number {
  const last = nearest.length - 1
  nearest.fill(Infinity)
  for (let row = 0; row < sample[0].length; row++) {
    if (row === leftOut) continue
    let square = 0
    for (let i = 0; i < point.length; i++) {
      const difference = point[i] - sample[i][row]
      square += difference * difference
    }
    if (square >= nearest[last]) continue
    let place = last
    for (; place > 0 && nearest[place - 1] > square; place--) nearest[place] = nearest[place - 1]
    nearest[place] = square
  }
  return nearest[last]
}

/** Scales a column of weighted rows; a constant column becomes 0. */
export function scaleColumn(
  values: Float64Array,
  scale: Scale,
  weights: Float64Array = new Float64Array(values.length).fill(1),
): Float64Array {
  if (scale === 'none') return values
  let min = Infinity
  let max = -Infinity
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  // Halves avoid overflow in a column from −1e308 to 1e308.
  const range = max / 2 - min / 2
  const scaled = values.map((value) => (range > 0 ? (value / 2 - min / 2) / range : 0))
  if (scale === 'minmax' || !(range > 0)) return scaled
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = scaled.reduce((sum, value, row) => sum + weights[row] * value, 0) / n
  const squares = scaled.reduce((sum, value, row) => sum + weights[row] * (value - mean) * (value - mean), 0)
  const deviation = Math.sqrt(squares / n)
  return scaled.map((value) => (value - mean) / deviation)
}
