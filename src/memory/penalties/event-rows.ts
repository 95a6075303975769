import { PartialLikelihood, saturatedValue } from '#methods'
import type { FollowUp } from '#methods'
import type { Likelihood, TargetRows } from './likelihood.ts'

/**
 * Rows followed until an event, and Cox's partial likelihood of these, ties by Breslow. The loss is half the
 * deviance, as a mean over rows.
 */
export class EventRows implements TargetRows {
  readonly lists = 1
  readonly listOf = Int32Array.of(0)
  // All rows may move by the same.
  readonly hasIntercepts = false
  readonly isSymmetric = false
  readonly weights: Float64Array
  /** The weight of all rows. */
  readonly total: number
  readonly #partial: PartialLikelihood
  /** Kept at the sums of the last curvature. */
  readonly #bent: PartialLikelihood
  readonly #saturated: number

  constructor(followUp: FollowUp) {
    this.total = followUp.weights.reduce((sum, weight) => sum + weight, 0)
    this.weights = followUp.weights.map((weight) => weight / this.total)
    const ofShares = { ...followUp, weights: this.weights }
    this.#partial = new PartialLikelihood(ofShares, 'breslow')
    this.#bent = new PartialLikelihood(ofShares, 'breslow')
    this.#saturated = saturatedValue(ofShares)
  }

  likelihood([sums]: readonly Float64Array[]): Likelihood {
    return {
      loss: Math.max(0, this.#partial.valueAt(sums) - this.#saturated),
      slopes: () => [this.#partial.slopesAt(sums)],
      dualAt: (share) => this.#partial.dualAt(sums, share) - this.#saturated,
      curvature: () => {
        this.#bent.valueAt(sums)
        return { along: (direction) => this.#bent.curve(direction) }
      },
    }
  }

  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }) {
    return { moved: new Float64Array(1), ...from }
  }
}
