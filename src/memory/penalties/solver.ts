import ln from '@stdlib/math-base-special-ln'
import type { Curvature } from './curvature.ts'
import { slopesAlong, sumOf } from './likelihood.ts'
import { dualNormOfGroup, dualNormOfGroups } from './norm-of-groups.ts'
import { isIn } from './norms.ts'
import type { ColumnNorms } from './norms.ts'
import { dualValue, goTowards, placeOf, valueAt, withBestIntercepts } from './objective.ts'
import type { Place } from './objective.ts'
import type { ScaledPenalty } from './penalised-set.ts'
import type { Quadratic } from './quadratic.ts'
import type { RowTrainingSet } from './training-set.ts'
import { workingSetOf } from './working-set.ts'
import type { WorkingSet } from './working-set.ts'

/** Weights of coordinates, list by list, at a penalty. */
export interface PathPoint {
  readonly weights: readonly Float64Array[]
  readonly intercepts: Float64Array
  /** For each list the sum of each training row. */
  readonly sums: readonly Float64Array[]
  readonly loss: number
  /** The duality gap. */
  readonly gap: number
}

/** Falls of the objective below this share of the loss. */
const rounding = 1e-16
/** The least share of the loss that a step is asked to gain. */
const leastFall = 1e-24
/** A curvature of fewer products is made anew with each step. */
const fewProducts = 3e5
/** Multiplications that the likelihood of a row costs a step, roughly, with the memory that it moves. */
const perProbability = 100
/** Newton steps for one working set, and working sets for one penalty, at most. */
const most = { steps: 60, sets: 60 } as const

/**
 * Fits of a likelihood one after the other, from the greatest penalty on: proximal Newton steps over a
 * working set of groups (Friedman, Hastie and Tibshirani 2010), to which all are added whose slopes are too
 * great, until the duality gap is small.
 */
export class LikelihoodPathSolver {
  readonly #set: RowTrainingSet
  readonly #norms: ColumnNorms
  readonly #curvature: Curvature
  readonly #quadratic: Quadratic
  #now: Place
  /** The weights of a penalty before. */
  #earlier: (Pick<Place, 'weights' | 'intercepts'> & { readonly norms: number }) | null = null
  /** The fall of a last step over the square of the gap that it left. */
  #fallOfGap = Infinity
  /** The slopes along all coordinates, once the intercepts are the best. */
  #slopes: readonly Float64Array[] | null = null

  constructor(
    set: RowTrainingSet,
    norms: ColumnNorms,
    { curvature, quadratic }: { readonly curvature: Curvature; readonly quadratic: Quadratic },
    start: Pick<Place, 'weights' | 'intercepts'> | null,
  ) {
    this.#set = set
    this.#norms = norms
    this.#curvature = curvature
    this.#quadratic = quadratic
    const none = () => Array.from({ length: set.target.lists }, () => new Float64Array(set.coordinates.count))
    this.#now = placeOf(set, start ?? { weights: none(), intercepts: new Float64Array(set.target.lists) })
    this.#settle()
  }

  get weights(): readonly Float64Array[] {
    return this.#now.weights
  }

  get intercepts(): Float64Array {
    return this.#now.intercepts
  }

  get loss(): number {
    return this.#now.likelihood.loss
  }

  /** The least penalty of norms that lets no column in. */
  greatest(): number {
    return this.#settle().reduce((most, own) => Math.max(most, dualNormOfGroups(this.#norms, own)), 0)
  }

  /** The weights at a penalty; `before`: the one that the weights of now are of. */
  solve(penalty: ScaledPenalty, before: number, tolerance: number): PathPoint {
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
              !(dualNormOfGroup(this.#norms, slopes[list], group) > least))
          )
            continue
          working[group] = 1
          added++
        }
      })
      return added
    }
    add(likely)
    if (gap > tolerance) this.#goOn(penalty, before)
    let enough = Math.min(tolerance / 10, this.#fallFor(tolerance))
    let fall = Infinity
    for (let round = 0; round < most.sets && gap > tolerance; round++) {
      fall = this.#descend(workingSetOf(this.#norms, isWorking, this.#set.target), penalty, {
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
      this.#fallOfGap = fall / (gap * gap)
      enough = Math.min(enough / 100, this.#fallFor(tolerance))
    }
    const { weights, intercepts, sums } = this.#now
    return { weights, intercepts, sums, loss: this.loss, gap }
  }

  /**
   * The fall of a last step that leaves half a gap, roughly: the gap is as the error of the weights, the fall
   * as its square.
   */
  #fallFor(gap: number): number {
    return Math.max((this.#fallOfGap * gap * gap) / 4, leastFall * this.loss)
  }

  /**
   * Goes on as if the weights were linear in the penalty since the one before the last, where that lowers the
   * objective.
   */
  #goOn(penalty: ScaledPenalty, before: number): void {
    const [earlier, now] = [this.#earlier, this.#now]
    this.#earlier = { norms: before, weights: now.weights, intercepts: now.intercepts }
    if (!earlier || earlier.norms === before) return
    const share = (penalty.norms - before) / (before - earlier.norms)
    const weights = now.weights.map((own, list) =>
      own.map((weight, i) => {
        const was = earlier.weights[list][i]
        return weight === 0 || was === 0 ? weight : weight + share * (weight - was)
      }),
    )
    const intercepts = now.intercepts.map((own, list) => own + share * (own - earlier.intercepts[list]))
    const next = placeOf(this.#set, { weights, intercepts })
    if (valueAt(this.#norms, next, penalty) < valueAt(this.#norms, now, penalty)) this.#moveTo(next)
  }

  #moveTo(place: Place): void {
    this.#now = place
    this.#slopes = null
  }

  /**
   * Newton steps over the working set, until one promises no more than enough; what the last promised, and
   * the one `before`.
   */
  #descend(
    working: WorkingSet,
    penalty: ScaledPenalty,
    { enough, before }: { readonly enough: number; readonly before: number },
  ): number {
    const { coordinates, each, size } = working
    const quadratic = this.#quadratic
    quadratic.lay(working)
    let fallBefore = before
    const { lists, weights } = this.#set.target
    const products = (weights.length * each * each * lists * (lists + 1)) / 4
    const ofStep = weights.length * lists * (2 * each + perProbability) + (size * size * size) / 2
    if (!this.#curvature.isMade) this.#curvature.renew(this.#now.likelihood)
    let isWritten = false
    let isNew = false
    for (let steps = 0; steps < most.steps; steps++) {
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
      const exactness = fallBefore < 1e-6 ? 1e-8 : 1e-3
      const { weights: next, fall } = quadratic.solve(now, slopes, penalty, exactness)
      const step = { now, next, slopes, coordinates }
      const place = goTowards(this.#set, this.#norms, this.#now, step, penalty)
      if (!place) return 0
      this.#moveTo(place)
      // With the curvature of earlier sums each step gains a share of the one before: all that are
      // left may cost more than a new one.
      const left = Math.max(0, ln(fall / enough) / -ln(Math.min(1, fall / fallBefore)))
      const isIdle = isNew && fall < rounding * this.loss && fall > fallBefore / 2
      isNew = products < fewProducts || left * ofStep > products
      if (isNew) {
        this.#curvature.renew(this.#now.likelihood)
        isWritten = false
      }
      fallBefore = fall
      if (isIdle || !(fall > enough)) break
    }
    return fallBefore
  }

  /**
   * The slopes along all coordinates, and by how much the objective is at most above its optimum, at the best
   * intercepts.
   */
  #state(penalty: ScaledPenalty): { readonly slopes: readonly Float64Array[]; readonly gap: number } {
    const slopes = this.#settle()
    const { weights, likelihood } = this.#now
    const dual = dualValue(this.#norms, likelihood, { weights, slopes, penalty })
    return { slopes, gap: Math.max(0, valueAt(this.#norms, this.#now, penalty) - dual) }
  }

  /** Moves to the best intercepts; the slopes along all coordinates there. */
  #settle(): readonly Float64Array[] {
    if (this.#slopes) return this.#slopes
    this.#now = withBestIntercepts(this.#set, this.#now)
    this.#slopes = slopesAlong(this.#set, this.#now.likelihood)
    return this.#slopes
  }

  /** For each list the slopes along the intercept and some coordinates. */
  #slopesOf(coordinates: readonly number[]): Float64Array {
    const each = coordinates.length + 1
    const slopes = new Float64Array(this.weights.length * each)
    this.#now.likelihood.slopes().forEach((ofRows, list) => {
      const known = this.#slopes?.[list]
      slopes[list * each] = sumOf(ofRows)
      slopes.set(
        known
          ? coordinates.map((coordinate) => known[coordinate])
          : this.#set.coordinates.productsWith(ofRows, coordinates),
        list * each + 1,
      )
    })
    return slopes
  }
}
