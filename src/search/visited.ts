import { isNear } from '../statistics/ties.ts'
import { bestFirstOf, isBetter } from './best-sets.ts'
import { byShape } from './members.ts'
import type { Members } from './members.ts'
import type { Move, Position, ScoredMembers, SubsetProblem } from './problem.ts'
import type { SearchLimits } from './search.ts'

/**
 * The sets that a search has looked at: the best of each size, and the best of all. With k that is the best of k
 * columns, as long as none has so many the best of the size nearest to it.
 */
export class Visited {
  readonly #problem: SubsetProblem
  readonly #k: number | null
  readonly #keep: number
  readonly #ofSize = new Map<number, ScoredMembers>()
  #kept: ScoredMembers[] = []
  #best: ScoredMembers | null = null
  #told: ScoredMembers | null = null

  constructor(problem: SubsetProblem, { k, keep }: Pick<SearchLimits, 'k' | 'keep'>) {
    this.#problem = problem
    this.#k = k === null ? null : Math.min(k, problem.size)
    this.#keep = keep
  }

  get best(): ScoredMembers | null {
    return this.#best
  }

  /** The best set of so many members. */
  bestOf(size: number): ScoredMembers | null {
    return this.#ofSize.get(size) ?? null
  }

  /** The merits of some sets, NaN for a set of too few. */
  async merits(sets: readonly Members[]): Promise<Float64Array> {
    const list = sets.filter(({ length }) => length >= this.#problem.least)
    const known = list.length > 0 ? await this.#problem.merits({ list }) : new Float64Array(0)
    const merits = new Float64Array(sets.length).fill(NaN)
    let place = 0
    sets.forEach((members, i) => {
      if (members.length < this.#problem.least) return
      merits[i] = known[place++]
      if (!Number.isNaN(merits[i])) this.#take({ members, merit: merits[i] })
    })
    return merits
  }

  /** Where the search stands: at the best so far, whatever it looked at last. */
  position(move?: Move): Position | null {
    this.#told = this.#best
    return this.#best && { selected: this.#best.members, merit: this.#best.merit, ...(move && { move }) }
  }

  /** The best, if it has changed since it was told. */
  news(): Position | null {
    return this.#best === this.#told ? null : this.position()
  }

  /** The best sets, best first. */
  inOrder(): readonly ScoredMembers[] {
    if (this.#keep <= 1) return this.#best ? [this.#best] : []
    return this.#sorted()
  }

  #take(set: ScoredMembers): void {
    const { length } = set.members
    const before = this.#ofSize.get(length)
    if (!before || isBetter(set, before, byMembers)) this.#ofSize.set(length, set)
    if (!this.#best || this.#precedes(set, this.#best)) this.#best = set
    if (this.#keep <= 1 || (this.#k !== null && length !== this.#k)) return
    this.#kept.push(set)
    if (this.#kept.length >= 4 * this.#keep + 64) this.#kept = this.#sorted()
  }

  /** Those kept, each once. */
  #sorted(): ScoredMembers[] {
    const sorted = bestFirstOf(this.#kept, ({ merit }) => merit, byMembers)
    const distinct = sorted.filter(
      ({ members }, i) => i === 0 || byShape(members, sorted[i - 1].members) !== 0,
    )
    return distinct.slice(0, this.#keep)
  }

  #precedes(a: ScoredMembers, b: ScoredMembers): boolean {
    if (this.#k === null) return isBetter(a, b, byMembers)
    const far = Math.abs(a.members.length - this.#k) - Math.abs(b.members.length - this.#k)
    return far === 0 ? isBetter(a, b, byMembers) : far < 0
  }
}

function byMembers(a: ScoredMembers, b: ScoredMembers): number {
  return byShape(a.members, b.members)
}

/** Whether a merit is greater by more than rounding; any is greater than none. */
export function beats(merit: number, other: number | undefined): boolean {
  if (other === undefined || Number.isNaN(other)) return !Number.isNaN(merit)
  return merit > other && !isNear(merit, other)
}
