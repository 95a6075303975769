import { isNear } from '#core'
import { BestSets, compareMaskedSets, sortBestFirst } from './best.ts'
import type { MaskedSet } from './best.ts'

/**
 * The Pareto front of two merits: the sets that no other set dominates. Of sets equal in both merits the one
 * with fewer members is kept, then the lower mask. Memory grows with the front only.
 */
export class ParetoFront {
  /** In descending order of the first merit, which is ascending order of the second. */
  #front: MaskedSet[] = []

  /** The best set by the first merit. */
  get first(): MaskedSet | null {
    return this.#front[0] ?? null
  }

  /** Always 0: of sets equal in both merits only one is kept. */
  readonly tied = 0

  /** Continues from the sets kept by an earlier run. */
  resume(sets: readonly MaskedSet[]): void {
    for (const set of sets) this.add(set)
  }

  add(set: MaskedSet): void {
    if (Number.isNaN(set.merit) || Number.isNaN(set.other)) return
    const place = this.#placeOf(set)
    const before = place > 0 ? this.#front[place - 1] : null
    // The sets before are no worse by the first merit, and the last of them is the best by the second.
    if (before && isNoWorse(before, set)) {
      if (areEqual(before, set) && compareMaskedSets(set, before) < 0) this.#front[place - 1] = set
      return
    }
    let [begin, end] = [place, place]
    while (begin > 0 && isNoWorse(set, this.#front[begin - 1])) begin--
    while (end < this.#front.length && isNoWorse(set, this.#front[end])) end++
    this.#front.splice(begin, end - begin, set)
  }

  /** All sets of the front, for `resume`. */
  kept(): readonly MaskedSet[] {
    return this.#front
  }

  inOrder(): readonly MaskedSet[] {
    return this.#front
  }

  /** How many sets are no worse by the first merit. */
  #placeOf({ merit }: MaskedSet): number {
    let [low, high] = [0, this.#front.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAtLeast(this.#front[middle].merit, merit)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function isAtLeast(a: number, b: number): boolean {
  return a >= b || isNear(a, b)
}

function isNoWorse(a: MaskedSet, b: MaskedSet): boolean {
  return isAtLeast(a.merit, b.merit) && isAtLeast(a.other!, b.other!)
}

function areEqual(a: MaskedSet, b: MaskedSet): boolean {
  return isNear(a.merit, b.merit) && isNear(a.other!, b.other!)
}

/** The best sets by the first of two merits, and the Pareto front of both, whose sets are marked. */
export class BestWithFront {
  readonly #best: BestSets
  readonly #front = new ParetoFront()

  constructor(most: number) {
    this.#best = new BestSets(most)
  }

  /** That of the front: of sets tied by the first merit the best by the second. */
  get first(): MaskedSet | null {
    return this.#front.first
  }

  get tied(): number {
    return this.#best.tied
  }

  /** Continues from the sets and the number of ties kept by an earlier run. */
  resume(sets: readonly MaskedSet[], tied: number): void {
    this.#best.resume(sets, tied)
    this.#front.resume(sets)
  }

  /** Adds a set that has both merits. */
  add(set: MaskedSet): void {
    if (Number.isNaN(set.merit) || Number.isNaN(set.other)) return
    this.#best.add(set)
    this.#front.add(set)
  }

  kept(): readonly MaskedSet[] {
    return withFront(this.#best.kept(), this.#front.kept())
  }

  /** The best sets and those of the front, best first. */
  inOrder(): readonly MaskedSet[] {
    const front = this.#front.inOrder()
    const inFront = new Set(front.map(({ mask }) => mask))
    const sets = sortBestFirst(
      withFront(this.#best.inOrder(), front),
      ({ merit }) => merit,
      compareMaskedSets,
    )
    return sets.map((set) => (inFront.has(set.mask) ? { ...set, front: true as const } : set))
  }
}

/** Sets, and those of the front that are not among them. */
function withFront(sets: readonly MaskedSet[], front: readonly MaskedSet[]): readonly MaskedSet[] {
  const known = new Set(sets.map(({ mask }) => mask))
  return [...sets, ...front.filter(({ mask }) => !known.has(mask))]
}
