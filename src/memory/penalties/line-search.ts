import { penaltyOf } from './dual-value.ts'
import type { ClassNorms } from './norms.ts'
import type { ScaledPenalty } from './path-solver.ts'
import { valueAt } from './place.ts'
import type { Place } from './place.ts'
import type { ClassTrainingSet } from './training-set.ts'

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
  set: ClassTrainingSet,
  norms: ClassNorms,
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
      likelihood: set.labels.likelihood(sums),
    }
    const value = valueAt(norms, place, penalty)
    // Near the optimum the fall is rounding.
    if (value <= before - 1e-4 * share * promised + 1e-15 * before) return place
  }
  return null
}
