import { bestTwo } from './best.ts'
import { othersOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import { moveOf } from './move.ts'
import type { Move } from './problem.ts'
import type { Visited } from './visited.ts'

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
