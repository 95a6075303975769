import exp from '@stdlib/math-base-special-exp'
import expm1 from '@stdlib/math-base-special-expm1'
import ln from '@stdlib/math-base-special-ln'
import log1p from '@stdlib/math-base-special-log1p'
import type { Likelihood, TargetRows } from './likelihood.ts'

/** Where a number is smaller, its first powers have more digits than a difference of functions. */
const small = 1e-3
/** Logarithms of expected and given counts that differ by less are the same but for rounding. */
const rounding = 4e-16

/**
 * Rows with counts, and Poisson's likelihood of these. The loss is half the deviance, as a mean over rows. All is computed from
 * how far the expected counts are from the counts, as shares of these: large counts that differ little lose no digits.
 */
export class CountRows implements TargetRows {
  readonly lists = 1
  readonly listOf = Int32Array.of(0)
  readonly isSymmetric = false
  readonly weights: Float64Array
  readonly #counts: Float64Array
  readonly #logs: Float64Array
  /** The mean count; with a mean of 0 nothing is left to explain. */
  readonly mean: number

  /** `weights` sum to 1. */
  constructor(counts: Float64Array, weights: Float64Array) {
    this.#counts = counts
    this.#logs = counts.map((count) => (count > 0 ? ln(count) : 0))
    this.weights = weights
    this.mean = counts.reduce((sum, count, row) => sum + weights[row] * count, 0)
  }

  get hasIntercepts(): boolean {
    return this.mean > 0
  }

  likelihood([sums]: readonly Float64Array[]): Likelihood {
    const [counts, logs, { weights }] = [this.#counts, this.#logs, this]
    /** By how much the expected counts are above the counts, as a share of a count that is not 0. */
    const above = new Float64Array(sums.length)
    let loss = 0
    for (let row = 0; row < above.length && this.mean > 0; row++) {
      const difference = sums[row] - logs[row]
      const distance = Math.abs(difference) > rounding ? difference : 0
      above[row] = counts[row] > 0 ? expm1(distance) : exp(distance)
      loss += weights[row] * (counts[row] > 0 ? counts[row] * pastLine(distance, above[row]) : above[row])
    }
    const slopes = above.map((rise, row) => (counts[row] > 0 ? counts[row] * rise : rise))
    return {
      loss,
      slopes: () => [slopes.map((slope, row) => weights[row] * slope)],
      dualAt: (share) => this.#dualOf(above, share),
      curvature: () => ({ ofRows: () => slopes.map((slope, row) => weights[row] * (counts[row] + slope)) }),
    }
  }

  /** The intercept with which the expected counts have the mean of the counts. */
  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }) {
    if (this.mean === 0) return { moved: new Float64Array(1), ...from }
    const [sums] = from.sums
    const [slopes] = from.likelihood.slopes()
    const above = slopes.reduce((sum, slope) => sum + slope, 0) / this.mean
    const by = Math.abs(above) < 0.5 ? -log1p(above) : this.#farIntercept(sums)
    const moved = [sums.map((sum) => sum + by)]
    return { moved: Float64Array.of(by), sums: moved, likelihood: this.likelihood(moved) }
  }

  /** The same where sums may be too great for their expected counts: relative to the greatest. */
  #farIntercept(sums: Float64Array): number {
    const greatest = sums.reduce((most, sum) => Math.max(most, sum), -Infinity)
    const all = sums.reduce((sum, one, row) => sum + this.weights[row] * exp(one - greatest), 0)
    return ln(this.mean) - ln(all) - greatest
  }

  /** −Σ w·(v·ln v − v) at v = share·μ + (1 − share)·y, less the same at y. */
  #dualOf(above: Float64Array, share: number): number {
    let value = 0
    for (let row = 0; row < above.length; row++) {
      const [count, rise] = [this.#counts[row], share * above[row]]
      const own = count > 0 ? count * (entropyPast(rise) + rise * this.#logs[row]) : entropyOf(rise)
      value -= this.weights[row] * own
    }
    return value
  }
}

/** e^x − 1 − x, where the first two are known. */
function pastLine(x: number, expm1OfX: number): number {
  if (Math.abs(x) > small) return expm1OfX - x
  return x * x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x / 120)))
}

/** (1 + x)·ln(1 + x) − x, for x from −1. */
function entropyPast(x: number): number {
  if (x <= -1) return 1
  if (Math.abs(x) > small) return (1 + x) * log1p(x) - x
  return x * x * (1 / 2 - x * (1 / 6 - x * (1 / 12 - x * (1 / 20 - x / 30))))
}

/** v·ln v − v. */
function entropyOf(value: number): number {
  return value > 0 ? value * ln(value) - value : 0
}
