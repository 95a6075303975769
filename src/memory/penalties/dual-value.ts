import type { LabelledRows, Likelihood } from './labelled-rows.ts'
import { dualNormOfGroups, normOfGroups } from './norm-of-groups.ts'
import type { ClassNorms } from './norms.ts'
import type { ScaledPenalty } from './path-solver.ts'

/** What a penalty adds to the loss. */
export function penaltyOf(
  norms: ClassNorms,
  weights: readonly Float64Array[],
  penalty: ScaledPenalty,
): number {
  const { starts, copies } = norms
  let sum = 0
  for (const own of weights) {
    sum += penalty.norms * normOfGroups(norms, own)
    if (penalty.squares === 0) continue
    copies.forEach((count, column) => {
      for (let i = starts[column]; i < starts[column + 1]; i++)
        sum += ((penalty.squares / 2) * own[i] * own[i]) / count
    })
  }
  return sum
}

/**
 * A bound of the objective from below: that of the dual problem, from the slopes at some weights and the best
 * intercepts.
 */
export function dualValue(
  labels: LabelledRows,
  norms: ClassNorms,
  likelihood: Likelihood,
  {
    weights,
    slopes,
    penalty,
  }: {
    readonly weights: readonly Float64Array[]
    readonly slopes: readonly Float64Array[]
    readonly penalty: ScaledPenalty
  },
): number {
  const { starts, copies } = norms
  let squares = 0
  let dualNorm = 0
  slopes.forEach((own, list) => {
    const all = own.slice()
    copies.forEach((count, column) => {
      for (let i = starts[column]; i < starts[column + 1]; i++) {
        const weight = weights[list][i]
        all[i] += (penalty.squares / count) * weight
        squares += (penalty.squares / count) * weight * weight
      }
    })
    dualNorm = Math.max(dualNorm, dualNormOfGroups(norms, all))
  })
  const scale = dualNorm > penalty.norms ? penalty.norms / dualNorm : 1
  return labels.entropyTowards(likelihood, scale) - ((scale * scale) / 2) * squares
}
