import { dualNormOfGroups, normOfGroups } from '../norm-of-groups.ts'
import type { ScaledPenalty } from '../path-solver.ts'
import type { Curvature } from './curvature.ts'
import { descend } from './descent.ts'
import type { Block, Units } from './descent.ts'
import { entropyTowards, fitIntercepts, likelihoodOf, slopesOfRows } from './likelihood.ts'
import type { Likelihood } from './likelihood.ts'
import type { ClassTrainingSet } from './training-set.ts'
import { addTo, dot } from './vectors.ts'

/** How the weights of columns are penalised. */
export interface ClassNorms {
  /** The first coordinate of each column, and the first column of each group. */
  readonly starts: Uint32Array
  readonly groupStarts: Uint32Array
  /** What the norms are multiplied with; infinite for a column that is left out, as a copy of another. */
  readonly factors: Float64Array
  readonly groupFactors: Float64Array
  /** For each column how many equal ones it stands for. */
  readonly copies: Float64Array
}

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
  readonly #width: number
  /** For each list the sum of each row. */
  readonly #sums: Float64Array[]
  #likelihood: Likelihood
  readonly #curvature: Curvature

  constructor(
    set: ClassTrainingSet,
    norms: ClassNorms,
    curvature: Curvature,
    start: { readonly weights: readonly Float64Array[]; readonly intercepts: Float64Array } | null,
  ) {
    this.#set = set
    this.#norms = norms
    this.#width = set.coordinates.length
    this.#curvature = curvature
    const lists = Array.from({ length: set.lists }, (_, list) => list)
    this.weights = lists.map((list) => start?.weights[list].slice() ?? new Float64Array(this.#width))
    this.intercepts = start?.intercepts.slice() ?? new Float64Array(set.lists)
    this.#sums = lists.map((list) => new Float64Array(set.classes.length).fill(this.intercepts[list]))
    lists.forEach((list) =>
      this.weights[list].forEach((weight, i) => addTo(this.#sums[list], weight, set.coordinates[i])),
    )
    this.#likelihood = this.#refitIntercepts()
  }

  get loss(): number {
    return this.#likelihood.loss
  }

  /** The least penalty of norms that lets no column in. */
  greatest(): number {
    return this.#slopes().reduce((most, own) => Math.max(most, dualNormOfGroups(this.#norms, own)), 0)
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
          if (working[group] || (!this.#isIn(list, group) && !(this.#entry(slopes[list], group) > least)))
            continue
          working[group] = 1
          added++
        }
      })
      return added
    }
    add(likely)
    let enough = tolerance / 10
    for (let round = 0; round < most.sets && gap > tolerance; round++) {
      const fall = this.#descend(isWorking, penalty, enough)
      ;({ slopes, gap } = this.#state(penalty))
      if (add(penalty.norms) > 0) continue
      // Only rounding is left.
      if (fall < rounding * this.loss) break
      enough /= 100
      this.#curvature.renew(this.#likelihood)
    }
    return { weights: this.weights, intercepts: this.intercepts, loss: this.loss, gap }
  }

  /** Newton steps over the working set, until one promises no more than enough; what the last promised. */
  #descend(isWorking: readonly Uint8Array[], penalty: ScaledPenalty, enough: number): number {
    const { starts, groupStarts, factors, groupFactors, copies } = this.#norms
    const used = new Uint8Array(this.#width)
    isWorking.forEach((working) =>
      working.forEach((is, group) => {
        if (is) used.fill(1, starts[groupStarts[group]], starts[groupStarts[group + 1]])
      }),
    )
    const coordinates = Array.from(used.keys()).filter((i) => used[i] === 1)
    const placeOf = new Int32Array(this.#width).fill(-1)
    coordinates.forEach((coordinate, i) => (placeOf[coordinate] = i))
    const each = coordinates.length + 1
    const size = this.weights.length * each
    const blocks: (readonly Block[])[] = []
    const unitFactors: number[] = []
    isWorking.forEach((working, list) => {
      working.forEach((is, group) => {
        if (!is) return
        const own: Block[] = []
        for (let column = groupStarts[group]; column < groupStarts[group + 1]; column++) {
          if (factors[column] === Infinity || starts[column] === starts[column + 1]) continue
          const start = list * each + 1 + placeOf[starts[column]]
          const end = start + starts[column + 1] - starts[column]
          own.push({ start, end, factor: factors[column], copies: copies[column] })
        }
        blocks.push(own)
        unitFactors.push(groupFactors[group])
      })
    })
    const units: Units = { blocks, factors: Float64Array.from(unitFactors) }
    const free = this.weights.map((_, list) => list * each)
    let decreaseBefore = Infinity
    if (!this.#curvature.isMade) this.#curvature.renew(this.#likelihood)
    for (let step = 0; step < most.steps; step++) {
      const curvature = this.#curvature.along(coordinates)
      const slopes = this.#slopesOf(coordinates)
      const now = new Float64Array(size)
      this.weights.forEach((own, list) => {
        coordinates.forEach((coordinate, i) => (now[list * each + 1 + i] = own[coordinate]))
      })
      const exactness = decreaseBefore < 1e-6 ? 1e-8 : 1e-3
      const next = descend({ size, curvature, slopes, units, free }, now, penalty, exactness)
      const decrease = this.#moveTo(next, now, coordinates, slopes, penalty)
      // The curvature of earlier probabilities gains too little.
      if (!(decrease < slow * decreaseBefore)) this.#curvature.renew(this.#likelihood)
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
    const lists = this.weights.map((_, list) => list)
    const towards = lists.map((list) => {
      const sums = new Float64Array(this.#sums[list].length).fill(next[list * each])
      coordinates.forEach((coordinate, i) => {
        const at = list * each + 1 + i
        addTo(sums, next[at] - now[at], this.#set.coordinates[coordinate])
      })
      return sums
    })
    const weightsAt = (share: number) =>
      lists.map((list) => {
        const weights = this.weights[list].slice()
        coordinates.forEach((coordinate, i) => {
          const at = list * each + 1 + i
          weights[coordinate] = share === 1 ? next[at] : now[at] + share * (next[at] - now[at])
        })
        return weights
      })
    const penaltyBefore = this.#penaltyOf(this.weights, penalty)
    const before = this.loss + penaltyBefore
    const whole = weightsAt(1)
    let promised = penaltyBefore - this.#penaltyOf(whole, penalty)
    slopes.forEach((slope, i) => (promised -= slope * (next[i] - now[i])))
    for (let share = 1; share > 1e-8; share /= 2) {
      const sums = lists.map((list) => {
        const moved = this.#sums[list].slice()
        addTo(moved, share, towards[list])
        return moved
      })
      const likelihood = likelihoodOf(this.#set, sums)
      const weights = share === 1 ? whole : weightsAt(share)
      const value = likelihood.loss + this.#penaltyOf(weights, penalty)
      // Near the optimum the fall is rounding.
      if (!(value <= before - 1e-4 * share * promised + 1e-15 * before)) continue
      lists.forEach((list) => {
        this.weights[list] = weights[list]
        this.#sums[list] = sums[list]
        this.intercepts[list] += share * next[list * each]
      })
      this.#likelihood = likelihood
      return Math.max(promised, before - value)
    }
    return 0
  }

  #penaltyOf(weights: readonly Float64Array[], { norms, squares }: ScaledPenalty): number {
    const { starts, copies } = this.#norms
    let sum = 0
    for (const own of weights) {
      sum += norms * normOfGroups(this.#norms, own)
      if (squares === 0) continue
      copies.forEach((count, column) => {
        for (let i = starts[column]; i < starts[column + 1]; i++)
          sum += ((squares / 2) * own[i] * own[i]) / count
      })
    }
    return sum
  }

  /** The slopes along all coordinates, and by how much the objective is at most above its optimum, at the best intercepts. */
  #state(penalty: ScaledPenalty): { readonly slopes: readonly Float64Array[]; readonly gap: number } {
    this.#likelihood = this.#refitIntercepts()
    const slopes = this.#slopes()
    const { starts, copies } = this.#norms
    let squares = 0
    let dualNorm = 0
    slopes.forEach((own, list) => {
      const all = own.slice()
      copies.forEach((count, column) => {
        for (let i = starts[column]; i < starts[column + 1]; i++) {
          const weight = this.weights[list][i]
          all[i] += (penalty.squares / count) * weight
          squares += (penalty.squares / count) * weight * weight
        }
      })
      dualNorm = Math.max(dualNorm, dualNormOfGroups(this.#norms, all))
    })
    const scale = dualNorm > penalty.norms ? penalty.norms / dualNorm : 1
    const dual = entropyTowards(this.#set, this.#likelihood, scale) - ((scale * scale) / 2) * squares
    return { slopes, gap: Math.max(0, this.loss + this.#penaltyOf(this.weights, penalty) - dual) }
  }

  #refitIntercepts(): Likelihood {
    const moved = fitIntercepts(this.#set, this.#sums)
    moved.forEach((by, list) => (this.intercepts[list] += by))
    return likelihoodOf(this.#set, this.#sums)
  }

  #isIn(list: number, group: number): boolean {
    const { starts, groupStarts } = this.#norms
    const own = this.weights[list]
    for (let i = starts[groupStarts[group]]; i < starts[groupStarts[group + 1]]; i++)
      if (own[i] !== 0) return true
    return false
  }

  /** The least penalty under which a group stays out if these are the slopes. */
  #entry(slopes: Float64Array, group: number): number {
    const { starts, groupStarts, factors, groupFactors } = this.#norms
    return dualNormOfGroups(
      {
        starts,
        factors,
        groupStarts: groupStarts.subarray(group, group + 2),
        groupFactors: groupFactors.subarray(group, group + 1),
      },
      slopes,
    )
  }

  #slopes(): readonly Float64Array[] {
    return slopesAlong(this.#set, this.#likelihood)
  }

  /** For each list the slopes along the intercept and some coordinates. */
  #slopesOf(coordinates: readonly number[]): Float64Array {
    const each = coordinates.length + 1
    const slopes = new Float64Array(this.weights.length * each)
    slopesOfRows(this.#set, this.#likelihood).forEach((ofRows, list) => {
      slopes[list * each] = ofRows.reduce((sum, slope) => sum + slope, 0)
      coordinates.forEach((coordinate, i) => {
        slopes[list * each + 1 + i] = dot(ofRows, this.#set.coordinates[coordinate])
      })
    })
    return slopes
  }
}

/** For each list the slope of the loss along each coordinate. */
function slopesAlong(set: ClassTrainingSet, likelihood: Likelihood): readonly Float64Array[] {
  return slopesOfRows(set, likelihood).map((ofRows) =>
    Float64Array.from(set.coordinates, (values) => dot(ofRows, values)),
  )
}

/** The slopes where all weights are 0. */
export function slopesOfNone(set: ClassTrainingSet): readonly Float64Array[] {
  const sums = Array.from({ length: set.lists }, () => new Float64Array(set.classes.length))
  fitIntercepts(set, sums)
  return slopesAlong(set, likelihoodOf(set, sums))
}
