import { penaltyOf } from './dual-value.ts'
import type { Likelihood } from './labelled-rows.ts'
import { fitIntercepts } from './likelihood.ts'
import type { ClassNorms } from './norms.ts'
import type { ScaledPenalty } from './path-solver.ts'
import type { ClassTrainingSet } from './training-set.ts'

/** Weights and intercepts, list by list, and what follows from them. */
export interface Place {
  readonly weights: readonly Float64Array[]
  readonly intercepts: Float64Array
  /** For each list the sum of each row. */
  readonly sums: readonly Float64Array[]
  readonly likelihood: Likelihood
}

export function placeOf(
  set: ClassTrainingSet,
  { weights, intercepts }: Pick<Place, 'weights' | 'intercepts'>,
): Place {
  const all = Array.from({ length: set.coordinates.count }, (_, i) => i)
  const sums = weights.map((own, list) => {
    const ofRows = new Float64Array(set.labels.classes.length).fill(intercepts[list])
    set.coordinates.addTo(ofRows, all, own)
    return ofRows
  })
  return { weights, intercepts, sums, likelihood: set.labels.likelihood(sums) }
}

/** The objective. */
export function valueAt(norms: ClassNorms, { weights, likelihood }: Place, penalty: ScaledPenalty): number {
  return likelihood.loss + penaltyOf(norms, weights, penalty)
}

export function withBestIntercepts(set: ClassTrainingSet, place: Place): Place {
  const { moved, ...reached } = fitIntercepts(set.labels, place)
  const intercepts = place.intercepts.map((own, list) => own + moved[list])
  return { weights: place.weights, intercepts, ...reached }
}
