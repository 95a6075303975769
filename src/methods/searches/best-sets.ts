import { isNear, tiedRuns } from '#core'

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
