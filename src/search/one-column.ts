import { bestTwo } from './best.ts'
import { othersOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import { moveOf } from './move.ts'
import type { Move } from './problem.ts'
import type { Visited } from './visited.ts'

/** A set reached by one move. */
export interface Reached {
  readonly members: Members
  readonly merit: number
  readonly move: Move
}

/** The best set with one column more; null where none has a merit. */
export function bestAddition(visited: Visited, set: Members, size: number): Promise<Reached | null> {
  return bestMove(visited, 'add', othersOf(set, size), (candidate) => withMember(set, candidate))
}

/** The best set with one column less, of those tied without the last column; null where none has a merit. */
export function bestRemoval(visited: Visited, set: Members): Promise<Reached | null> {
  return bestMove(visited, 'remove', [...set].reverse(), (candidate) => withoutMember(set, candidate))
}

async function bestMove(
  visited: Visited,
  action: Move['action'],
  candidates: readonly number[],
  moved: (candidate: number) => Members,
): Promise<Reached | null> {
  const sets = candidates.map(moved)
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
