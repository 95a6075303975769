import exp from '@stdlib/math-base-special-exp'

/**
 * P(D ≥ d) of the two-sample statistic for two samples of n and m rows from one continuous distribution, by
 * its asymptotic law 2·Σ (−1)^(k−1)·exp(−2k²z²), z = d·√(nm/(n + m)) (Smirnov 1939). Where values are tied
 * the test is conservative.
 */
export function kolmogorovTail(d: number, n: number, m: number): number {
  const square = (d * d * n * m) / (n + m)
  // There 1 − P is below the rounding of 1.
  if (square < 0.03) return 1
  let sum = 0
  for (let k = 1, sign = 2, term = 1; term > 1e-18 * sum; k++, sign = -sign) {
    term = exp(-2 * k * k * square)
    sum += sign * term
  }
  return Math.min(1, sum)
}

/** Values in ascending order, each with its weight. */
export interface SortedSample {
  readonly values: Float64Array
  readonly weights: Float64Array
  /** The sum of the weights. */
  readonly n: number
}

/**
 * The greatest distance of the distribution functions of two samples, times the rows of both: a whole number where the weights are.
 */
export function greatestDistance(first: SortedSample, second: SortedSample): number {
  let [below, other, most] = [0, 0, 0]
  mergeValues(first, second, (ofFirst, ofSecond) => {
    below += ofFirst
    other += ofSecond
    most = Math.max(most, Math.abs(below * second.n - other * first.n))
  })
  return most
}

/**
 * P of a distance at least as great if all orders of the rows are equally likely, their values tied as they are (Schröer and Trenkler
 * 1995): the share of lattice paths that are as far from the diagonal at the end of a value. n·m steps; weights are whole.
 */
export function exactDistanceTail(distance: number, first: SortedSample, second: SortedSample): number {
  const [n, m] = [first.n, second.n]
  const isEnd = new Uint8Array(n + m + 1)
  let end = 0
  mergeValues(first, second, (ofFirst, ofSecond) => (isEnd[(end += ofFirst + ofSecond)] = 1))
  const isFar = (i: number, j: number) => isEnd[i + j] === 1 && Math.abs(i * m - j * n) >= distance
  // For i rows of the first sample and j of the second, the share of paths to there that were so far.
  const shares = new Float64Array(m + 1)
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= m; j++) {
      if (isFar(i, j)) shares[j] = 1
      else if (i === 0) shares[j] = j === 0 ? 0 : shares[j - 1]
      else if (j > 0) shares[j] = (i * shares[j] + j * shares[j - 1]) / (i + j)
    }
  }
  return shares[m]
}

/** Each value in order, with the weights that both samples have of it. */
function mergeValues(
  first: SortedSample,
  second: SortedSample,
  take: (ofFirst: number, ofSecond: number) => void,
): void {
  for (let [i, j] = [0, 0]; i < first.values.length || j < second.values.length;) {
    const value = Math.min(first.values[i] ?? Infinity, second.values[j] ?? Infinity)
    let [ofFirst, ofSecond] = [0, 0]
    for (; i < first.values.length && first.values[i] === value; i++) ofFirst += first.weights[i]
    for (; j < second.values.length && second.values[j] === value; j++) ofSecond += second.weights[j]
    take(ofFirst, ofSecond)
  }
}
