import type { Likelihood } from './likelihood.ts'
import { dualNormOfGroups, normOfGroups } from './norm-of-groups.ts'
import type { ColumnNorms } from './norms.ts'
import type { ScaledPenalty } from './penalised-set.ts'
import type { RowTrainingSet } from './training-set.ts'

/** Weights and intercepts, list by list, and what follows from them. */
export interface Place {
  readonly weights: readonly Float64Array[]
  readonly intercepts: Float64Array
  /** For each list the sum of each row. */
  readonly sums: readonly Float64Array[]
  readonly likelihood: Likelihood
}

export function placeOf(
  set: RowTrainingSet,
  { weights, intercepts }: Pick<Place, 'weights' | 'intercepts'>,
): Place {
  const all = Array.from({ length: set.coordinates.count }, (_, i) => i)
  const sums = weights.map((own, list) => {
    const ofRows = new Float64Array(set.target.weights.length).fill(intercepts[list])
    set.coordinates.addTo(ofRows, all, own)
    return ofRows
  })
  return { weights, intercepts, sums, likelihood: set.target.likelihood(sums) }
}

/** The objective. */
export function valueAt(norms: ColumnNorms, { weights, likelihood }: Place, penalty: ScaledPenalty): number {
  return likelihood.loss + penaltyOf(norms, weights, penalty)
}

export function withBestIntercepts(set: RowTrainingSet, place: Place): Place {
  const { moved, ...reached } = set.target.withBestIntercepts(place)
  const intercepts = place.intercepts.map((own, list) => own + moved[list])
  return { weights: place.weights, intercepts, ...reached }
}

/** What a penalty adds to the loss. */
function penaltyOf(norms: ColumnNorms, weights: readonly Float64Array[], penalty: ScaledPenalty): number {
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
  norms: ColumnNorms,
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
  return likelihood.dualAt(scale) - ((scale * scale) / 2) * squares
}

/** The least share of a step that is tried. */
const leastShare = 1e-8

/**
 * A step of the intercept and of some coordinates of each list: their weights before, wanted, and the slopes
 * before.
 */
interface Step {
  readonly coordinates: readonly number[]
  readonly now: Float64Array
  /** Of an intercept its change. */
  readonly next: Float64Array
  readonly slopes: Float64Array
}

/**
 * Takes as much of a step as lowers the objective, half of it or a quarter if need be; null where none does.
 */
export function goTowards(
  set: RowTrainingSet,
  norms: ColumnNorms,
  from: Place,
  { coordinates, now, next, slopes }: Step,
  penalty: ScaledPenalty,
): Place | null {
  const each = coordinates.length + 1
  const changes = next.map((value, i) => value - now[i])
  const towards = from.sums.map(({ length }, list) => {
    const sums = new Float64Array(length).fill(next[list * each])
    set.coordinates.addTo(sums, coordinates, changes.subarray(list * each + 1, (list + 1) * each))
    return sums
  })
  const weightsAt = (share: number) =>
    from.weights.map((own, list) => {
      const weights = own.slice()
      coordinates.forEach((coordinate, i) => {
        const at = list * each + 1 + i
        weights[coordinate] = share === 1 ? next[at] : now[at] + share * changes[at]
      })
      return weights
    })
  const before = valueAt(norms, from, penalty)
  const whole = weightsAt(1)
  let promised = penaltyOf(norms, from.weights, penalty) - penaltyOf(norms, whole, penalty)
  slopes.forEach((slope, i) => (promised -= slope * changes[i]))
  for (let share = 1; share > leastShare; share /= 2) {
    const sums = from.sums.map((own, list) => {
      const moved = new Float64Array(own.length)
      const by = towards[list]
      for (let row = 0; row < moved.length; row++) moved[row] = own[row] + share * by[row]
      return moved
    })
    const place = {
      weights: share === 1 ? whole : weightsAt(share),
      intercepts: from.intercepts.map((own, list) => own + share * next[list * each]),
      sums,
      likelihood: set.target.likelihood(sums),
    }
    const value = valueAt(norms, place, penalty)
    // Near the optimum the fall is rounding.
    if (value <= before - 1e-4 * share * promised + 1e-15 * before) return place
  }
  return null
}
