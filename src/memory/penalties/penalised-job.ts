import type { Arena } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { bridgeIteration } from './bridge-iteration.ts'
import { fusedDescent } from './fused-descent.ts'
import type { FusedPairs } from './fused-norm.ts'
import { normDescent } from './norm-descent.ts'
import { collapsed, expanded } from './penalised-set.ts'
import type { HeldOutProducts, PathEnd, PenalisedSet, ScaledPenalty } from './penalised-set.ts'

/** What the weights are penalised by. */
export type PenaltyForm =
  /** Norms of blocks and of groups, and squares. */
  | { readonly kind: 'norms' }
  /** A power below 1 of the norm of each block, from weights of each set. */
  | { readonly kind: 'bridge'; readonly power: number; readonly from: readonly Float64Array[] }
  /** A share for weights, the rest for differences of weights. */
  | { readonly kind: 'fused'; readonly ratio: number; readonly pairs: FusedPairs }

export interface PenalisedInput {
  readonly form: PenaltyForm
  readonly sets: readonly PenalisedSet[]
}

/** Consecutive penalties of one training set. */
interface PenalisedTask {
  readonly set: number
  readonly penalties: readonly ScaledPenalty[]
  /** The weights to begin from, and the penalty that they have; 0 before the first. */
  readonly before: ScaledPenalty | null
  readonly weights: Float64Array
  /** Null where it goes to the last penalty. */
  readonly end: PathEnd | null
}

/** For each penalty that the path came to. */
export interface PenalisedPart {
  /** The weights. */
  readonly weights: Float64Array
  readonly gaps: Float64Array
  /** The mean squared residual, and the mean squared error of the held-out rows. */
  readonly residuals: Float64Array
  readonly errors: Float64Array
}

/** Linear models with a penalty on their weights, from products of columns. */
export const penalisedJob: Job<PenalisedInput, PenalisedTask, PenalisedPart> = {
  name: 'penalised',
  open:
    (kernels, { sets, form }) =>
    ({ set, penalties, weights, before, end }) => {
      const given = sets[set]
      const width = given.withTarget.length
      const first = collapsed(given, weights)
      const arena = kernels.arena()
      const errorOf = given.heldOut && heldOutError(kernels, arena, given.heldOut)
      const solve =
        form.kind === 'norms'
          ? normDescent(kernels, arena, given, first, before)
          : form.kind === 'bridge'
            ? bridgeIteration(kernels, arena, given, form.power, collapsed(given, form.from[set]))
            : fusedDescent(kernels, arena, given, form, first)
      const part = {
        weights: new Float64Array(penalties.length * width),
        gaps: new Float64Array(penalties.length),
        residuals: new Float64Array(penalties.length),
        errors: new Float64Array(given.heldOut ? penalties.length : 0),
      }
      const hasCopies = given.original.some((of, block) => of !== block)
      const entered = new Set(end?.entered)
      let length = 0
      for (const [step, penalty] of penalties.entries()) {
        if (end && entered.size >= end.most) break
        length++
        const point = solve(penalty)
        const ofAll = hasCopies ? expanded(given, point.weights) : point.weights
        part.weights.set(ofAll, step * width)
        part.gaps[step] = point.gap
        part.residuals[step] = point.residual
        if (errorOf) part.errors[step] = errorOf(ofAll)
        if (end) addEntered(entered, given, ofAll)
      }
      if (length === penalties.length) return part
      return {
        weights: part.weights.slice(0, length * width),
        gaps: part.gaps.slice(0, length),
        residuals: part.residuals.slice(0, length),
        errors: part.errors.slice(0, length),
      }
    },
}

/** Adds the blocks that have weights at one of some penalties. */
export function addEntered(
  entered: Set<number>,
  { starts, withTarget: { length } }: PenalisedSet,
  weights: Float64Array,
): void {
  for (let from = 0; from < weights.length; from += length) {
    for (let block = 0; block + 1 < starts.length; block++) {
      for (let i = starts[block]; i < starts[block + 1]; i++) if (weights[from + i] !== 0) entered.add(block)
    }
  }
}

/** The mean squared error of held-out rows, from weights for a target of variance 1. */
function heldOutError(
  kernels: Kernels,
  arena: Arena,
  { n, comoment, shifts, units, variance, terms, places, factors }: HeldOutProducts,
): (weights: Float64Array) => number {
  const width = shifts.length
  const matrix = arena.copyOf(comoment)
  const ofPlaces = arena.numbers(width)
  return (weights) => {
    const { view } = ofPlaces
    let error = 0
    for (let target = 0; target < units.length; target++) {
      view.fill(0)
      // What is left is the target less what the weights say of it.
      view[target] = 1 / units[target]
      for (let i = 0, at = target; at < weights.length; i++, at += units.length) {
        if (weights[at] === 0) continue
        for (let term = terms[i]; term < terms[i + 1]; term++)
          view[places[term]] -= weights[at] * factors[term]
      }
      let mean = 0
      for (let place = 0; place < width; place++) mean += view[place] * shifts[place]
      const squares = kernels.run.quadraticForm(matrix.address, width, ofPlaces.address)
      error += Math.max(0, squares) / n + mean * mean
    }
    return error / variance
  }
}
