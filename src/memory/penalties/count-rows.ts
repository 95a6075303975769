import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import log1p from '@stdlib/math-base-special-log1p'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { sumOf } from './likelihood.ts'
import type { Likelihood, TargetRows } from './likelihood.ts'

/** Numbers of 128 × 8 bytes that `fillGrowths` fills. */
const growths = 128

/**
 * Rows with counts, and Poisson's likelihood of these. The loss is half the deviance, as a mean over rows. All is computed from
 * how far the expected counts are from the counts, as shares of these: large counts that differ little lose no digits.
 */
export class CountRows implements TargetRows {
  readonly lists = 1
  readonly listOf = Int32Array.of(0)
  readonly isSymmetric = false
  readonly weights: Float64Array
  /** The mean count; with a mean of 0 nothing is left to explain. */
  readonly mean: number
  readonly #counts: Float64Array
  readonly #run: Kernels['run']
  readonly #table: ArenaBlock<Float64Array>
  /** Of rows, padded to pairs: logarithms of counts, counts, weights; sums, what is expected above the counts, slopes. */
  readonly #given: readonly ArenaBlock<Float64Array>[]
  readonly #sums: ArenaBlock<Float64Array>
  readonly #above: ArenaBlock<Float64Array>
  readonly #slopes: ArenaBlock<Float64Array>

  /** `weights` sum to 1. */
  constructor({ run }: Kernels, arena: Arena, counts: Float64Array, weights: Float64Array) {
    this.#run = run
    this.#counts = counts
    this.weights = weights
    this.mean = counts.reduce((sum, count, row) => sum + weights[row] * count, 0)
    this.#table = arena.numbers(growths)
    run.fillGrowths(this.#table.address)
    const padded = counts.length + (counts.length & 1)
    const logs = counts.map((count) => (count > 0 ? ln(count) : 0))
    const blocks = [logs, counts, weights].map((numbers) => {
      const block = arena.numbers(padded)
      block.view.fill(0)
      block.view.set(numbers)
      return block
    })
    this.#given = blocks
    ;[this.#sums, this.#above, this.#slopes] = [1, 2, 3].map(() => arena.numbers(padded))
    this.#sums.view.fill(0)
  }

  get hasIntercepts(): boolean {
    return this.mean > 0
  }

  likelihood([sums]: readonly Float64Array[]): Likelihood {
    const { length } = sums
    const slopes = new Float64Array(length)
    const above = new Float64Array(length)
    let loss = 0
    if (this.mean > 0) {
      this.#sums.view.set(sums)
      loss = this.#run.poissonLoss(
        this.#sums.address,
        ...this.#addresses,
        this.#table.address,
        this.#above.address,
        this.#slopes.address,
      )
      above.set(this.#above.view.subarray(0, length))
      slopes.set(this.#slopes.view.subarray(0, length))
    }
    return {
      loss,
      slopes: () => [slopes],
      dualAt: (share) => this.#dualOf(above, share),
      curvature: () => ({
        ofRows: () => slopes.map((slope, row) => this.weights[row] * this.#counts[row] + slope),
      }),
    }
  }

  /** The intercept with which the expected counts have the mean of the counts. */
  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }) {
    if (this.mean === 0) return { moved: new Float64Array(1), ...from }
    const [sums] = from.sums
    const [slopes] = from.likelihood.slopes()
    const above = sumOf(slopes) / this.mean
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
    if (this.mean === 0) return 0
    this.#above.view.set(above)
    return this.#run.poissonDual(this.#above.address, ...this.#addresses, share)
  }

  /** What kernels are given of the rows: logarithms of counts, counts, weights, and how many there are. */
  get #addresses() {
    const [logs, counts, weights] = this.#given
    return [logs.address, counts.address, weights.address, this.#counts.length] as const
  }
}
