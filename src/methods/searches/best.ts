import { isNear, tiedRuns } from '#core'

/** The indices of the best and the second-best merit. */
export interface Best {
  /** The first of the merits tied with the best; −1 where there is none. */
  readonly first: number
  /** The best of the others, the first of those tied with it; −1 where there is none. */
  readonly second: number
  readonly tied: boolean
}

/**
 * Finds the best two merits; NaN is never chosen. `tieOrder` orders equal merits, if given; among ties the
 * first wins.
 */
export function bestTwo(merit: Float64Array, tieOrder?: Float64Array): Best {
  const first = bestOf(-1)
  const second = first < 0 ? -1 : bestOf(first)
  return { first, second, tied: second >= 0 && areTied(first, second) }

  function areTied(a: number, b: number): boolean {
    return isNear(merit[a], merit[b]) && (!tieOrder || isNear(tieOrder[a], tieOrder[b]))
  }

  // Plain loops over numbers: a search runs them over every candidate at every step.
  function bestOf(other: number): number {
    let best = -1
    let top = NaN
    for (let i = 0; i < merit.length; i++) {
      const value = merit[i]
      if (i === other || Number.isNaN(value)) continue
      const isBetter =
        value > top || (value === top && tieOrder !== undefined && tieOrder[i] > tieOrder[best])
      if (best >= 0 && !isBetter) continue
      best = i
      top = value
    }
    for (let i = 0; i < best; i++) if (i !== other && areTied(i, best)) return i
    return best
  }
}

/** The difference of two merits; 0 for equal ones, also infinite ones. */
export function gapBetween(better: number, worse: number): number {
  return better === worse ? 0 : better - worse
}

/** A set by its mask, bit i = candidate i. */
export interface MaskedSet {
  readonly mask: number
  readonly size: number
  readonly merit: number
  /** The merit by a second criterion, where there is one. */
  readonly other?: number
  /** It is in the Pareto front of both merits, where other sets are listed too. */
  readonly front?: true
}

/** Keeps the best of many sets, in memory that does not grow with the number of sets added. */
export class BestSets {
  readonly #most: number
  #kept: MaskedSet[] = []
  #first: MaskedSet | null = null
  #tied = 0
  /** Sets with a merit below this are not kept. */
  #least = -Infinity

  constructor(most: number) {
    this.#most = most
  }

  /** The best set; of tied sets the one with fewer members, then the lower mask. */
  get first(): MaskedSet | null {
    return this.#first
  }

  /** How many other sets are tied with the best. */
  get tied(): number {
    return this.#tied
  }

  /** Continues from the sets and the number of ties kept by an earlier run. */
  resume(sets: readonly MaskedSet[], tied: number): void {
    for (const set of sets) this.add(set)
    this.#tied = tied
  }

  add(set: MaskedSet): void {
    if (!(set.merit >= this.#least)) return
    const first = this.#first
    const ties = first !== null && isNear(set.merit, first.merit)
    if (ties) this.#tied++
    else if (!first || set.merit > first.merit) this.#tied = 0
    if (!first || isBetter(set, first, compareMaskedSets)) this.#first = set
    if (this.#most === 1) {
      // A set tied with the best may still win by its size.
      this.#least = this.#first!.merit - Math.abs(this.#first!.merit) * 1e-9
      return
    }
    this.#kept.push(set)
    if (this.#kept.length >= 2 * this.#most) {
      this.#kept = this.inOrder()
      this.#least = this.#kept[this.#kept.length - 1].merit
    }
  }

  /** All sets that may still be among the best, for `resume`. */
  kept(): readonly MaskedSet[] {
    return this.#most === 1 ? this.inOrder() : this.#kept
  }

  /** The best sets, best first. */
  inOrder(): MaskedSet[] {
    if (this.#most === 1) return this.#first ? [this.#first] : []
    return sortBestFirst(this.#kept, ({ merit }) => merit, compareMaskedSets).slice(0, this.#most)
  }
}

/** Sorts sets, best first; `compareTied` orders tied sets. */
export function sortBestFirst<T>(
  sets: readonly T[],
  valueOf: (set: T) => number,
  compareTied: (a: T, b: T) => number,
): T[] {
  const sorted = [...sets].sort((a, b) => valueOf(b) - valueOf(a) || compareTied(a, b))
  const runs = tiedRuns(sorted, (a, b) => isNear(valueOf(a), valueOf(b)))
  return [...runs].flatMap((run) => run.sort(compareTied))
}

/** Whether a set is better than another: by its merit; `compareTied` decides between tied sets. */
export function isBetter<T extends { readonly merit: number }>(
  a: T,
  b: T,
  compareTied: (a: T, b: T) => number,
): boolean {
  return isNear(a.merit, b.merit) ? compareTied(a, b) < 0 : a.merit > b.merit
}

/** Orders sets by their number of members, then by mask. */
export function compareMaskedSets(a: MaskedSet, b: MaskedSet): number {
  return a.size - b.size || a.mask - b.mask
}
