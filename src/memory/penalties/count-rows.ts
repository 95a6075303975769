import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { Likelihood, TargetRows } from './likelihood.ts'

/** Rows with counts, and Poisson's likelihood of these. The loss is half the deviance, as a mean over rows. */
export class CountRows implements TargetRows {
  readonly lists = 1
  readonly listOf = Int32Array.of(0)
  readonly isSymmetric = false
  readonly weights: Float64Array
  readonly #counts: Float64Array
  /** The mean count; with a mean of 0 nothing is left to explain. */
  readonly mean: number

  /** `weights` sum to 1. */
  constructor(counts: Float64Array, weights: Float64Array) {
    this.#counts = counts
    this.weights = weights
    this.mean = counts.reduce((sum, count, row) => sum + weights[row] * count, 0)
  }

  get hasIntercepts(): boolean {
    return this.mean > 0
  }

  likelihood([sums]: readonly Float64Array[]): Likelihood {
    const expected = this.mean > 0 ? sums.map((sum) => exp(sum)) : new Float64Array(sums.length)
    return {
      loss: this.#lossOf(expected, sums),
      slopes: () => [this.weights.map((weight, row) => weight * (expected[row] - this.#counts[row]))],
      dualAt: (share) => this.#dualOf(expected, share),
      curvature: () => ({ ofRows: () => this.weights.map((weight, row) => weight * expected[row]) }),
    }
  }

  /** The intercept with which the expected counts have the mean of the counts. */
  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }) {
    if (this.mean === 0) return { moved: new Float64Array(1), ...from }
    const [sums] = from.sums
    // Relative to the greatest, so that no sum is too great.
    const greatest = sums.reduce((most, sum) => Math.max(most, sum), -Infinity)
    const all = sums.reduce((sum, one, row) => sum + this.weights[row] * exp(one - greatest), 0)
    const by = ln(this.mean) - ln(all) - greatest
    const moved = [sums.map((sum) => sum + by)]
    return { moved: Float64Array.of(by), sums: moved, likelihood: this.likelihood(moved) }
  }

  /** Σ w·(μ − y − y·ln(μ/y)). */
  #lossOf(expected: Float64Array, sums: Float64Array): number {
    let loss = 0
    for (let row = 0; row < expected.length; row++) {
      const count = this.#counts[row]
      const own = count > 0 ? count * (ln(count) - sums[row]) - count : 0
      loss += this.weights[row] * (expected[row] + own)
    }
    return Math.max(0, loss)
  }

  /** −Σ w·(v·ln v − v) at v = share·μ + (1 − share)·y, less the same at y. */
  #dualOf(expected: Float64Array, share: number): number {
    let value = 0
    for (let row = 0; row < expected.length; row++) {
      const count = this.#counts[row]
      value -= this.weights[row] * (entropyOf(share * expected[row] + (1 - share) * count) - entropyOf(count))
    }
    return value
  }
}

/** v·ln v − v. */
function entropyOf(value: number): number {
  return value > 0 ? value * ln(value) - value : 0
}
