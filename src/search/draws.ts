import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '../statistics/permutation.ts'
import type { Members } from './members.ts'
import { everyOf, othersOf, setOf, withMember, withoutMember } from './members.ts'
import type { SubsetProblem } from './problem.ts'
import type { SearchLimits } from './search.ts'

/** What is drawn at random while sets are searched: the same for the same seed and search. */
export class Draws {
  readonly #random: ReturnType<typeof seeded>
  readonly #size: number
  readonly #least: number
  readonly #k: number | null

  /** With k every set has so many columns. */
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

  /** A number from 0 to 1, 1 left out. */
  uniform(): number {
    return uniformFloat64(this.#random)
  }

  /** A number below some number. */
  below(count: number): number {
    return uniformInt(this.#random, 0, count - 1)
  }

  /** The set to begin with: the one given, or any. */
  first(start: readonly number[]): Members {
    return start.length > 0 ? this.fitted(setOf(start)) : this.set()
  }

  /** Any set but the empty one, all as likely; with k any set of k. */
  set(): Members {
    if (this.#k !== null) return this.fitted([])
    for (;;) {
      const set = everyOf(this.#size).filter(() => this.below(2) === 1)
      if (set.length >= this.#least) return set
    }
  }

  /** So many sets, the first of them as the search begins. */
  sets(count: number, start: readonly number[] = []): Members[] {
    return Array.from({ length: count }, (_, i) => (i === 0 ? this.first(start) : this.set()))
  }

  /** The set with one column flipped; with k one column is exchanged for another. */
  neighbour(set: Members): Members {
    if (this.#k === null) {
      const candidate = this.below(this.#size)
      const flipped = set.includes(candidate) ? withoutMember(set, candidate) : withMember(set, candidate)
      // Of a single column only others can join.
      return flipped.length >= this.#least ? flipped : this.#size === 1 ? set : this.neighbour(set)
    }
    const others = othersOf(set, this.#size)
    if (others.length === 0) return set
    return withMember(withoutMember(set, set[this.below(set.length)]), others[this.below(others.length)])
  }

  /** With k columns leave or join at random until there are k. */
  fitted(set: Members): Members {
    if (this.#k === null) return set
    const pool = [...set]
    const others = othersOf(set, this.#size)
    while (pool.length > this.#k) pool.splice(this.below(pool.length), 1)
    while (pool.length < this.#k) pool.push(...others.splice(this.below(others.length), 1))
    return pool.sort((a, b) => a - b)
  }
}
