import type { MaskedSet } from './best-sets.ts'
import { byShape } from './best-sets.ts'
import { isNear } from '../statistics/ties.ts'

/**
 * The sets that no other set beats by both merits: each set that is better by one is worse by the other. Of sets alike in
 * both the one of fewer members stays, then the lower mask. Memory grows with the front alone.
 */
export class ParetoFront {
  /** By the first merit from the best; the second then rises. */
  #front: MaskedSet[] = []

  /** The best by the first merit. */
  get first(): MaskedSet | null {
    return this.#front[0] ?? null
  }

  /** Of sets alike in both one stays, and no other is as good. */
  readonly tied = 0

  /** Goes on from sets that were kept another time. */
  goOn(sets: readonly MaskedSet[]): void {
    for (const set of sets) this.add(set)
  }

  add(set: MaskedSet): void {
    if (Number.isNaN(set.merit) || Number.isNaN(set.other)) return
    const place = this.#placeOf(set)
    const before = place > 0 ? this.#front[place - 1] : null
    // What stands before is no worse by the first merit; the last of those is the best by the second.
    if (before && isNoWorse(before, set)) {
      if (areAlike(before, set) && byShape(set, before) < 0) this.#front[place - 1] = set
      return
    }
    let [begin, end] = [place, place]
    while (begin > 0 && isNoWorse(set, this.#front[begin - 1])) begin--
    while (end < this.#front.length && isNoWorse(set, this.#front[end])) end++
    this.#front.splice(begin, end - begin, set)
  }

  /** All that the front holds, to begin with another time. */
  kept(): readonly MaskedSet[] {
    return this.#front
  }

  inOrder(): readonly MaskedSet[] {
    return this.#front
  }

  /** How many are no worse by the first merit. */
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

function areAlike(a: MaskedSet, b: MaskedSet): boolean {
  return isNear(a.merit, b.merit) && isNear(a.other!, b.other!)
}
