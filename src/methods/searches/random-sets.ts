import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '#core'
import { allCandidates, othersOf, sortedMembers, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import type { SubsetProblem } from './problem.ts'
import type { SearchLimits } from './search.ts'

/** Random numbers and random sets for a search; the same for the same seed and search. */
export class RandomSets {
  readonly #random: ReturnType<typeof seeded>
  readonly #size: number
  readonly #least: number
  readonly #k: number | null

  /** With k every set has k columns. */
  constructor(
    search: string,
    { size, least }: Pick<SubsetProblem, 'size' | 'least'>,
    { k, seed }: Pick<SearchLimits, 'k' | 'seed'>,
  ) {
    this.#random = seeded(`${seed}/${search}`)
    this.#size = size
    this.#least = least
    this.#k = k === null ? null : Math.min(k, size)
  }

  /** A uniform number from 0 (included) to 1 (excluded). */
  uniform(): number {
    return uniformFloat64(this.#random)
  }

  /** A uniform whole number from 0 to `count` − 1. */
  below(count: number): number {
    return uniformInt(this.#random, 0, count - 1)
  }

  /** The first set: the given one, or a random one. */
  first(start: readonly number[]): Members {
    return start.length > 0 ? this.fitted(sortedMembers(start)) : this.set()
  }

  /** A random set, never empty, all equally likely; with k a random set of k columns. */
  set(): Members {
    if (this.#k !== null) return this.fitted([])
    for (;;) {
      const set = allCandidates(this.#size).filter(() => this.below(2) === 1)
      if (set.length >= this.#least) return set
    }
  }

  /** A number of sets; the first is that of `first`. */
  sets(count: number, start: readonly number[] = []): Members[] {
    return Array.from({ length: count }, (_, i) => (i === 0 ? this.first(start) : this.set()))
  }

  /** The set with one random column added or removed; with k one column is exchanged for another. */
  neighbour(set: Members): Members {
    if (this.#size === 0) return set
    if (this.#k === null) {
      const candidate = this.below(this.#size)
      const flipped = set.includes(candidate) ? withoutMember(set, candidate) : withMember(set, candidate)
      // The only column of a set cannot be removed.
      return flipped.length >= this.#least ? flipped : this.#size === 1 ? set : this.neighbour(set)
    }
    const others = othersOf(set, this.#size)
    if (others.length === 0) return set
    return withMember(withoutMember(set, set[this.below(set.length)]), others[this.below(others.length)])
  }

  /** With k random columns are removed or added until there are k. */
  fitted(set: Members): Members {
    if (this.#k === null) return set
    const pool = [...set]
    const others = othersOf(set, this.#size)
    while (pool.length > this.#k) pool.splice(this.below(pool.length), 1)
    while (pool.length < this.#k) pool.push(...others.splice(this.below(others.length), 1))
    return pool.sort((a, b) => a - b)
  }
}
