import { isNear } from '#core'
import { bestTwo, isBetter, sortBestFirst } from './best.ts'
import { compareMembers, othersOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import { moveOf } from './path.ts'
import type { Move, Position, ScoredMembers, SubsetProblem } from './problem.ts'
import { checkedList, checkedSet } from './search.ts'
import type { SearchLimits } from './search.ts'

/**
 * The sets that a search has evaluated: the best of each size, and the best of all. With k the best of all is
 * the best of k columns; until one has k columns, the best of the size nearest to k.
 */
export class Visited {
  readonly problem: SubsetProblem
  readonly #k: number | null
  readonly #keep: number
  readonly #ofSize = new Map<number, ScoredMembers>()
  #kept: ScoredMembers[] = []
  #best: ScoredMembers | null = null
  #reported: ScoredMembers | null = null

  constructor(problem: SubsetProblem, { k, keep }: Pick<SearchLimits, 'k' | 'keep'>) {
    this.problem = problem
    this.#k = k === null ? null : Math.min(k, problem.size)
    this.#keep = keep
  }

  get best(): ScoredMembers | null {
    return this.#best
  }

  /** The best set of a size. */
  bestOf(size: number): ScoredMembers | null {
    return this.#ofSize.get(size) ?? null
  }

  /** The merits of some sets; NaN for a set with too few members. */
  async merits(given: readonly Members[]): Promise<Float64Array> {
    const sets = checkedList(given).map((set) => checkedSet(set, this.problem.size))
    const list = sets.filter(({ length }) => length >= this.problem.least)
    const evaluated = list.length > 0 ? await this.problem.merits({ list }) : new Float64Array(0)
    const merits = new Float64Array(sets.length).fill(NaN)
    let place = 0
    sets.forEach((members, i) => {
      if (members.length < this.problem.least) return
      merits[i] = evaluated[place++]
      if (!Number.isNaN(merits[i])) this.#take({ members, merit: merits[i] })
    })
    return merits
  }

  /** The position of the search: the best set so far, whatever set came last. */
  position(move?: Move): Position | null {
    this.#reported = this.#best
    return this.#best && { selected: this.#best.members, merit: this.#best.merit, ...(move && { move }) }
  }

  /** The position, if the best set has changed since the last one. */
  improvement(): Position | null {
    return this.#best === this.#reported ? null : this.position()
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

  /** The kept sets, each once, best first. */
  #sorted(): ScoredMembers[] {
    const sorted = sortBestFirst(this.#kept, ({ merit }) => merit, byMembers)
    const distinct = sorted.filter(
      ({ members }, i) => i === 0 || compareMembers(members, sorted[i - 1].members) !== 0,
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
  return compareMembers(a.members, b.members)
}

/** Whether a merit is greater than another by more than rounding; any number is greater than NaN. */
export function beats(merit: number, other: number | undefined): boolean {
  if (other === undefined || Number.isNaN(other)) return !Number.isNaN(merit)
  return merit > other && !isNear(merit, other)
}

/** A set, and the move that led to it. */
export interface MovedSet {
  readonly members: Members
  readonly merit: number
  readonly move: Move
}

/** The best set with one more column; null where none has a merit. */
export function bestAddition(visited: Visited, set: Members, size: number): Promise<MovedSet | null> {
  return bestMove(visited, 'add', othersOf(set, size), (candidate) => withMember(set, candidate))
}

/** The best set with one column less, of tied ones without the last column; null where none has a merit. */
export function bestRemoval(visited: Visited, set: Members): Promise<MovedSet | null> {
  return bestMove(visited, 'remove', [...set].reverse(), (candidate) => withoutMember(set, candidate))
}

async function bestMove(
  visited: Visited,
  action: Move['action'],
  candidates: readonly number[],
  setAfter: (candidate: number) => Members,
): Promise<MovedSet | null> {
  const sets = candidates.map(setAfter)
  const merits = await visited.merits(sets)
  const best = bestTwo(merits)
  const { first, second } = best
  if (first < 0) return null
  const move: Move = {
    ...moveOf(best, merits),
    action,
    candidate: candidates[first],
    runnerUp: second < 0 ? null : candidates[second],
  }
  return { members: sets[first], merit: move.merit, move }
}
