import { emptyMoments, emptyMomentsOfFamily, putMoments } from '#core'
import type { Moments, MomentsOfFamily } from '#core'

/** Total weight, mean, minimum and maximum of a variable, and the rounding error of the mean. */
export type ColumnMoments = readonly [n: number, mean: number, min: number, max: number, meanLow: number]

/** Collects the moments of a family, which arrive in parts of members. */
export class MomentAccumulator {
  readonly #members: Map<number, Writable<Moments>>[]
  readonly #width: number
  readonly #ties: Float64Array

  constructor(members: number, width: number) {
    this.#members = Array.from({ length: members }, () => new Map<number, Writable<Moments>>())
    this.#width = width
    this.#ties = new Float64Array(members * width)
  }

  /** Sets total weight, mean and extremes of one variable of a member within a class. */
  set(member: number, level: number, variable: number, [n, mean, min, max, meanLow]: ColumnMoments): void {
    const moments = this.#of(member, level)
    moments.n = n
    moments.mean[variable] = mean
    moments.meanLow[variable] = meanLow
    moments.min[variable] = min
    moments.max[variable] = max
  }

  /** Sets the centred co-moment of two variables of a member within a class. */
  setProduct(member: number, level: number, a: number, b: number, product: number): void {
    const { comoment } = this.#of(member, level)
    comoment[a * this.#width + b] = product
    comoment[b * this.#width + a] = product
  }

  /** Adds the ties of a variable in one class. */
  addTies(member: number, variable: number, ties: number): void {
    this.#ties[member * this.#width + variable] += ties
  }

  /** The moments of all members; a class without rows stays empty. */
  finish(classes: number): MomentsOfFamily {
    const family = emptyMomentsOfFamily(this.#members.length, classes, this.#width)
    this.#members.forEach((levels, member) => {
      for (const [level, moments] of levels) putMoments(family, member, level, centred(moments))
    })
    family.ties.set(this.#ties)
    return family
  }

  #of(member: number, level: number): Writable<Moments> {
    const levels = this.#members[member]
    let moments = levels.get(level)
    if (!moments) {
      moments = { ...emptyMoments(this.#width) }
      levels.set(level, moments)
    }
    return moments
  }
}

/**
 * Corrects products, which were centred on the rounded mean: centred on the exact mean they are less by
 * n·low·low.
 */
function centred(moments: Moments): Moments {
  const { n, meanLow, comoment } = moments
  const width = meanLow.length
  return {
    ...moments,
    comoment: comoment.map(
      (sum, cell) => sum - n * meanLow[Math.floor(cell / width)] * meanLow[cell % width],
    ),
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
