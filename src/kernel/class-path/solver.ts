import { dualNormOfGroups } from '../norm-of-groups.ts'
import type { ScaledPenalty } from '../path-solver.ts'
import type { Curvature } from './curvature.ts'
import { dualValue, penaltyOf } from './dual-value.ts'
import { fitIntercepts, likelihoodOf, slopesAlong, slopesOfRows } from './likelihood.ts'
import type { Likelihood } from './likelihood.ts'
import { entryOf, isIn } from './norms.ts'
import type { ClassNorms } from './norms.ts'
import type { Quadratic } from './quadratic.ts'
import type { ClassTrainingSet } from './training-set.ts'
import { workingSetOf } from './working-set.ts'
import type { WorkingSet } from './working-set.ts'

/** Weights of coordinates, list by list, at a penalty. */
export interface ClassPoint {
  readonly weights: readonly Float64Array[]
  readonly intercepts: Float64Array
  readonly loss: number
  /** The duality gap. */
  readonly gap: number
}

/** Falls of the objective below this share of the loss. */
const rounding = 1e-16
/** Where a step gains more than this share of the one before, the curvature is made anew. */
const slow = 0.1
/** Newton steps for one working set, and working sets for one penalty, at most. */
const most = { steps: 60, sets: 60 } as const

/**
 * Logistic regressions one after the other, from the greatest penalty on: proximal Newton steps over a working set of groups (Friedman,
 * Hastie and Tibshirani 2010), to which all are added whose slopes are too great, until the duality gap is small.
 */
export class ClassPathSolver {
  readonly weights: Float64Array[]
  readonly intercepts: Float64Array
  readonly #set: ClassTrainingSet
  readonly #norms: ClassNorms
  /** For each list the sum of each row. */
  readonly #sums: Float64Array[]
  #likelihood: Likelihood
  readonly #curvature: Curvature
  readonly #quadratic: Quadratic

  constructor(
    set: ClassTrainingSet,
    norms: ClassNorms,
    { curvature, quadratic }: { readonly curvature: Curvature; readonly quadratic: Quadratic },
    start: { readonly weights: readonly Float64Array[]; readonly intercepts: Float64Array } | null,
  ) {
    this.#set = set
    this.#norms = norms
    this.#curvature = curvature
    this.#quadratic = quadratic
    const { count } = set.coordinates
    const lists = Array.from({ length: set.lists }, (_, list) => list)
    this.weights = lists.map((list) => start?.weights[list].slice() ?? new Float64Array(count))
    this.intercepts = start?.intercepts.slice() ?? new Float64Array(set.lists)
    this.#sums = lists.map((list) => new Float64Array(set.classes.length).fill(this.intercepts[list]))
    const all = Array.from({ length: count }, (_, i) => i)
    lists.forEach((list) => set.coordinates.addTo(this.#sums[list], all, this.weights[list]))
    this.#likelihood = this.#refitIntercepts()
  }

  get loss(): number {
    return this.#likelihood.loss
  }

  /** The least penalty of norms that lets no column in. */
  greatest(): number {
    return slopesAlong(this.#set, this.#likelihood).reduce(
      (most, own) => Math.max(most, dualNormOfGroups(this.#norms, own)),
      0,
    )
  }

  /** The weights at a penalty; `before`: the one that the weights of now are of. */
  solve(penalty: ScaledPenalty, before: number, tolerance: number): ClassPoint {
    const count = this.#norms.groupFactors.length
    const isWorking = Array.from({ length: this.weights.length }, () => new Uint8Array(count))
    // What the penalty before left out by far stays out: the strong rule of Tibshirani and others (2012).
    const likely = Math.max(penalty.norms / 2, 2 * penalty.norms - before)
    let { slopes, gap } = this.#state(penalty)
    const add = (least: number) => {
      let added = 0
      isWorking.forEach((working, list) => {
        for (let group = 0; group < count; group++) {
          if (
            working[group] ||
            (!isIn(this.#norms, this.weights[list], group) &&
              !(entryOf(this.#norms, slopes[list], group) > least))
          )
            continue
          working[group] = 1
          added++
        }
      })
      return added
    }
    add(likely)
    const isSymmetric = this.weights.length > 1 && !this.#set.listOf.includes(-1)
    let enough = tolerance / 10
    let fall = Infinity
    for (let round = 0; round < most.sets && gap > tolerance; round++) {
      fall = this.#descend(workingSetOf(this.#norms, isWorking, isSymmetric), penalty, {
        enough,
        before: fall,
      })
      const gapBefore = gap
      ;({ slopes, gap } = this.#state(penalty))
      if (add(penalty.norms) > 0) {
        fall = Infinity
        continue
      }
      // Only rounding is left.
      if (fall < rounding * this.loss && gap > gapBefore / 2) break
      enough /= 100
    }
    return { weights: this.weights, intercepts: this.intercepts, loss: this.loss, gap }
  }

  /** Newton steps over the working set, until one promises no more than enough; what the last promised, and the one `before`. */
  #descend(
    working: WorkingSet,
    penalty: ScaledPenalty,
    { enough, before }: { readonly enough: number; readonly before: number },
  ): number {
    const { coordinates, each, size } = working
    const quadratic = this.#quadratic
    quadratic.lay(working)
    let decreaseBefore = before
    if (!this.#curvature.isMade) this.#curvature.renew(this.#likelihood)
    let isWritten = false
    for (let step = 0; step < most.steps; step++) {
      if (!isWritten) {
        this.#curvature.write(coordinates, quadratic.curvature)
        quadratic.bound()
        isWritten = true
      }
      const slopes = this.#slopesOf(coordinates)
      const now = new Float64Array(size)
      this.weights.forEach((own, list) => {
        coordinates.forEach((coordinate, i) => (now[list * each + 1 + i] = own[coordinate]))
      })
      const exactness = decreaseBefore < 1e-6 ? 1e-8 : 1e-3
      const next = quadratic.solve(now, slopes, penalty, exactness)
      const decrease = this.#moveTo(next, now, coordinates, slopes, penalty)
      // The curvature of earlier probabilities gains too little.
      if (!(decrease < slow * decreaseBefore)) {
        this.#curvature.renew(this.#likelihood)
        isWritten = false
      }
      decreaseBefore = decrease
      if (!(decrease > enough)) break
    }
    return decreaseBefore
  }

  /** Goes towards weights as far as the objective falls; the fall that the slopes promise. */
  #moveTo(
    next: Float64Array,
    now: Float64Array,
    coordinates: readonly number[],
    slopes: Float64Array,
    penalty: ScaledPenalty,
  ): number {
    const each = coordinates.length + 1
    const changes = next.map((value, i) => value - now[i])
    const towards = this.#sums.map(({ length }, list) => {
      const sums = new Float64Array(length).fill(next[list * each])
      this.#set.coordinates.addTo(sums, coordinates, changes.subarray(list * each + 1, (list + 1) * each))
      return sums
    })
    const weightsAt = (share: number) =>
      this.weights.map((own, list) => {
        const weights = own.slice()
        coordinates.forEach((coordinate, i) => {
          const at = list * each + 1 + i
          weights[coordinate] = share === 1 ? next[at] : now[at] + share * changes[at]
        })
        return weights
      })
    const penaltyBefore = penaltyOf(this.#norms, this.weights, penalty)
    const before = this.loss + penaltyBefore
    const whole = weightsAt(1)
    let promised = penaltyBefore - penaltyOf(this.#norms, whole, penalty)
    slopes.forEach((slope, i) => (promised -= slope * changes[i]))
    for (let share = 1; share > 1e-8; share /= 2) {
      const sums = this.#sums.map((own, list) => {
        const moved = new Float64Array(own.length)
        const by = towards[list]
        for (let row = 0; row < moved.length; row++) moved[row] = own[row] + share * by[row]
        return moved
      })
      const likelihood = likelihoodOf(this.#set, sums)
      const weights = share === 1 ? whole : weightsAt(share)
      const value = likelihood.loss + penaltyOf(this.#norms, weights, penalty)
      // Near the optimum the fall is rounding.
      if (!(value <= before - 1e-4 * share * promised + 1e-15 * before)) continue
      this.weights.forEach((_, list) => {
        this.weights[list] = weights[list]
        this.#sums[list] = sums[list]
        this.intercepts[list] += share * next[list * each]
      })
      this.#likelihood = likelihood
      return Math.max(promised, before - value)
    }
    return 0
  }

  /** The slopes along all coordinates, and by how much the objective is at most above its optimum, at the best intercepts. */
  #state(penalty: ScaledPenalty): { readonly slopes: readonly Float64Array[]; readonly gap: number } {
    this.#likelihood = this.#refitIntercepts()
    const slopes = slopesAlong(this.#set, this.#likelihood)
    const dual = dualValue(this.#set, this.#norms, this.#likelihood, {
      weights: this.weights,
      slopes,
      penalty,
    })
    return { slopes, gap: Math.max(0, this.loss + penaltyOf(this.#norms, this.weights, penalty) - dual) }
  }

  #refitIntercepts(): Likelihood {
    const moved = fitIntercepts(this.#set, this.#sums)
    moved.forEach((by, list) => (this.intercepts[list] += by))
    return likelihoodOf(this.#set, this.#sums)
  }

  /** For each list the slopes along the intercept and some coordinates. */
  #slopesOf(coordinates: readonly number[]): Float64Array {
    const each = coordinates.length + 1
    const slopes = new Float64Array(this.weights.length * each)
    slopesOfRows(this.#set, this.#likelihood).forEach((ofRows, list) => {
      slopes[list * each] = ofRows.reduce((sum, slope) => sum + slope, 0)
      slopes.set(this.#set.coordinates.productsWith(ofRows, coordinates), list * each + 1)
    })
    return slopes
  }
}
