import { emptyFamily, emptyMoments, putMoments } from '../../statistics/moments.ts'
import type { Moments, MomentsOfFamily } from '../../statistics/moments.ts'

/** Total weight, mean, smallest and largest value of a variable, and what rounding cut off the mean. */
export type ColumnMoments = readonly [n: number, mean: number, min: number, max: number, meanLow: number]

/** Moments as they come in, a part of a member at a time. */
export class MomentAccumulator {
  readonly #members: Map<number, Writable<Moments>>[]
  readonly #width: number
  readonly #ties: Float64Array

  constructor(members: number, width: number) {
    this.#members = Array.from({ length: members }, () => new Map<number, Writable<Moments>>())
    this.#width = width
    this.#ties = new Float64Array(members * width)
  }

  /** Total weight, mean and extremes of one variable of a member within a class. */
  set(member: number, level: number, variable: number, [n, mean, min, max, meanLow]: ColumnMoments): void {
    const moments = this.#of(member, level)
    moments.n = n
    moments.mean[variable] = mean
    moments.meanLow[variable] = meanLow
    moments.min[variable] = min
    moments.max[variable] = max
  }

  /** A centred co-moment of two variables of a member within a class. */
  setProduct(member: number, level: number, a: number, b: number, product: number): void {
    const { comoment } = this.#of(member, level)
    comoment[a * this.#width + b] = product
    comoment[b * this.#width + a] = product
  }

  /** More ties of a variable, of one class. */
  addTies(member: number, variable: number, ties: number): void {
    this.#ties[member * this.#width + variable] += ties
  }

  /** All of it, packed; a class without rows stays empty. */
  finish(classes: number): MomentsOfFamily {
    const family = emptyFamily(this.#members.length, classes, this.#width)
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

/** Products were taken about the mean as a double can hold it; about the mean itself they are less by n·low·low. */
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
