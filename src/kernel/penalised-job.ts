import { bridgeIteration } from './bridge-iteration.ts'
import { fusedDescent } from './fused-descent.ts'
import type { FusedPairs } from './fused-norm.ts'
import type { Job } from './job.ts'
import { normDescent } from './norm-descent.ts'
import type { ScaledPenalty } from './path-solver.ts'
import { collapsed, expanded, heldOutError } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'

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
export interface PenalisedTask {
  readonly set: number
  readonly penalties: readonly ScaledPenalty[]
  /** The weights to begin from, and the penalty that they have; 0 before the first. */
  readonly before: ScaledPenalty | null
  readonly weights: Float64Array
}

export interface PenalisedPart {
  /** For each penalty the weights. */
  readonly weights: Float64Array
  readonly gaps: Float64Array
  /** For each penalty the mean squared residual, and the mean squared error of the held-out rows. */
  readonly residuals: Float64Array
  readonly errors: Float64Array
}

/** Linear models with a penalty on their weights, from products of columns. */
export const penalisedJob: Job<PenalisedInput, PenalisedTask, PenalisedPart> = {
  name: 'penalised',
  open:
    (kernels, { sets, form }) =>
    ({ set, penalties, weights, before }) => {
      const given = sets[set]
      const width = given.withTarget.length
      const first = collapsed(given, weights)
      const solve =
        form.kind === 'norms'
          ? normDescent(kernels, given, first, before)
          : form.kind === 'bridge'
            ? bridgeIteration(kernels, given, form.power, collapsed(given, form.from[set]))
            : fusedDescent(kernels, given, form, first)
      const part = {
        weights: new Float64Array(penalties.length * width),
        gaps: new Float64Array(penalties.length),
        residuals: new Float64Array(penalties.length),
        errors: new Float64Array(given.heldOut ? penalties.length : 0),
      }
      penalties.forEach((penalty, step) => {
        const point = solve(penalty)
        const ofAll = expanded(given, point.weights)
        part.weights.set(ofAll, step * width)
        part.gaps[step] = point.gap
        part.residuals[step] = point.residual
        if (given.heldOut) part.errors[step] = heldOutError(given.heldOut, ofAll)
      })
      return part
    },
}
