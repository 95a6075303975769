/** Products that are equal but for rounding count as equal. */
const rounding = 1e-12

/** The threshold of the filter: null where no column passes. */
export type Threshold = number | null

/**
 * The least t at which the estimated share of wrong columns, (1 + #{W ≤ −t}) / #{W ≥ t}, is at most q; null where there is none. Columns
 * with W ≥ t have a false discovery rate of at most q (knockoff+). Barber and Candès (2015).
 */
export function knockoffThreshold(w: ArrayLike<number>, q: number): Threshold {
  const sizes = Array.from(w, Math.abs).filter((size) => size > 0)
  const descending = Array.from(w).sort((a, b) => Math.abs(b) - Math.abs(a))
  let [above, below, at] = [0, 0, 0]
  let found: Threshold = null
  for (const t of [...new Set(sizes)].sort((a, b) => b - a)) {
    for (; at < descending.length && Math.abs(descending[at]) >= t; at++) {
      if (descending[at] > 0) above++
      else below++
    }
    if ((1 + below) / Math.max(1, above) <= q) found = t
  }
  return found
}

/** e_j = d·1{W_j ≥ T} / (1 + #{W ≤ −T}), whose expectations over columns of noise sum to at most d. Ren and Barber (2022). */
export function knockoffEValues(w: ArrayLike<number>, threshold: Threshold): Float64Array {
  const all = Float64Array.from(w)
  if (threshold === null) return new Float64Array(all.length)
  const below = all.reduce((count, one) => count + (one <= -threshold ? 1 : 0), 0)
  return all.map((one) => (one >= threshold ? all.length / (1 + below) : 0))
}

/** The least e-value that is kept at a false discovery rate of q: the k largest, k the most with the k-th ≥ d/(q·k). Wang and Ramdas (2022). */
export function leastKeptEValue(values: ArrayLike<number>, q: number): Threshold {
  const descending = Array.from(values).sort((a, b) => b - a)
  const last = descending.findLastIndex(
    (value, i) => value * q * (i + 1) >= descending.length * (1 - rounding),
  )
  return last < 0 ? null : descending[last]
}
