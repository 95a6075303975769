import { saturatedValue } from '#methods'
import type { FollowUp } from '#methods'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { Likelihood, TargetRows } from './likelihood.ts'

type Numbers = ArenaBlock<Float64Array>

/** What `eventLoss` writes at some sums: by row its risk; by time the factor of later sums, the hazard and its square. */
interface State {
  readonly risks: Numbers
  readonly factors: Numbers
  readonly hazards: Numbers
  readonly squares: Numbers
}

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
  readonly #saturated: number
  readonly #run: Kernels['run']
  readonly #starts: ArenaBlock<Uint32Array>
  readonly #ofRows: { readonly weights: Numbers; readonly isEvent: Numbers }
  readonly #sums: Numbers
  readonly #direction: Numbers
  readonly #result: Numbers
  readonly #atRisk: Numbers
  readonly #state: State
  /** Kept at the sums of the last curvature. */
  readonly #bent: State
  /** The sums that the state is of, and the value there. */
  #at: Float64Array | null = null
  #value = 0

  constructor({ run }: Kernels, arena: Arena, followUp: FollowUp) {
    const { weights, isEvent, starts } = followUp
    this.#run = run
    this.total = weights.reduce((sum, weight) => sum + weight, 0)
    this.weights = weights.map((weight) => weight / this.total)
    this.#saturated = saturatedValue({ ...followUp, weights: this.weights })
    this.#starts = arena.integers(starts.length)
    this.#starts.view.set(starts)
    const ofRows = () => arena.numbers(weights.length)
    const ofTimes = () => arena.numbers(starts.length)
    const state = () => ({ risks: ofRows(), factors: ofTimes(), hazards: ofTimes(), squares: ofTimes() })
    this.#ofRows = { weights: arena.copyOf(this.weights), isEvent: arena.copyOf(Float64Array.from(isEvent)) }
    ;[this.#sums, this.#direction, this.#result] = [ofRows(), ofRows(), ofRows()]
    this.#atRisk = ofTimes()
    ;[this.#state, this.#bent] = [state(), state()]
  }

  likelihood([sums]: readonly Float64Array[]): Likelihood {
    return {
      loss: Math.max(0, this.#valueAt(sums) - this.#saturated),
      slopes: () => [this.#slopesAt(sums)],
      dualAt: (share) => this.#dualAt(sums, share) - this.#saturated,
      curvature: () => {
        this.#valueAt(sums)
        for (const part of ['risks', 'factors', 'hazards', 'squares'] as const)
          this.#bent[part].view.set(this.#state[part].view)
        return { along: (direction) => this.#curve(direction) }
      },
    }
  }

  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }) {
    return { moved: new Float64Array(1), ...from }
  }

  /** Minus the logarithm of the partial likelihood; what was summed is kept for the next question about the same array. */
  #valueAt(sums: Float64Array): number {
    if (this.#at === sums) return this.#value
    this.#sums.view.set(sums)
    const { risks, factors, hazards, squares } = this.#state
    this.#value = this.#run.eventLoss(
      this.#sums.address,
      ...this.#rows,
      risks.address,
      factors.address,
      hazards.address,
      squares.address,
    )
    this.#at = sums
    return this.#value
  }

  #slopesAt(sums: Float64Array): Float64Array {
    this.#valueAt(sums)
    const { risks, factors, hazards } = this.#state
    const [result, given] = [this.#result, this.#rows]
    this.#run.eventSlopes(...given, risks.address, factors.address, hazards.address, result.address)
    return result.view.slice()
  }

  #dualAt(sums: Float64Array, share: number): number {
    this.#valueAt(sums)
    const { risks, factors } = this.#state
    return this.#run.eventDual(this.#sums.address, ...this.#rows, risks.address, factors.address, share)
  }

  /** The curvature at the sums of the last one times a direction. */
  #curve(direction: Float64Array): Float64Array {
    this.#direction.view.set(direction)
    const { risks, factors, hazards, squares } = this.#bent
    const [starts, times] = this.#rows
    this.#run.eventCurve(
      starts,
      times,
      risks.address,
      factors.address,
      hazards.address,
      squares.address,
      this.#direction.address,
      this.#atRisk.address,
      this.#result.address,
    )
    return this.#result.view.slice()
  }

  /** What kernels are given of the rows: where times start, how many there are, weights, and which rows are events. */
  get #rows() {
    const { weights, isEvent } = this.#ofRows
    return [this.#starts.address, this.#starts.view.length - 1, weights.address, isEvent.address] as const
  }
}
