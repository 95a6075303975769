import exp from '@stdlib/math-base-special-exp'

/** A distribution at some ascending values: how many rows are equal to each, and how many are between it and the one before. */
export interface DistributionAt {
  /** The total weight of the rows. */
  readonly n: number
  readonly at: readonly number[]
  readonly between: readonly number[]
}

/**
 * The greatest distance of two distribution functions just below and at each of the values, which are the same for both. It is the
 * two-sample Kolmogorov–Smirnov statistic if one of the samples has no values between these: there its function is constant. If it
 * has at most a share s of its rows between two neighbouring values, the statistic is larger by at most s.
 */
export function kolmogorovSmirnov(first: DistributionAt, second: DistributionAt): number {
  let [below, belowOfSecond, most] = [0, 0, 0]
  const add = (ofFirst: number, ofSecond: number) => {
    below += ofFirst
    belowOfSecond += ofSecond
    most = Math.max(most, Math.abs(below / first.n - belowOfSecond / second.n))
  }
  first.at.forEach((count, i) => {
    add(first.between[i], second.between[i])
    add(count, second.at[i])
  })
  return most
}

/**
 * P(D ≥ d) of the two-sample statistic for two samples of n and m rows from one continuous distribution, by its asymptotic law
 * 2·Σ (−1)^(k−1)·exp(−2k²z²), z = d·√(nm/(n + m)) (Smirnov 1939). Where values are tied the test is conservative.
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
