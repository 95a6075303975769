import { bestTwo } from './best.ts'
import { othersOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
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
  const { first, second, tied } = bestTwo(merits)
  if (first < 0) return null
  const merit = merits[first]
  const move: Move = {
    action,
    candidate: candidates[first],
    merit,
    runnerUp: second < 0 ? null : candidates[second],
    gap: second < 0 ? 0 : merit - merits[second],
    tie: tied,
  }
  return { members: sets[first], merit, move }
}

/** A move that was not chosen among others. */
export function plainMove(action: Move['action'], candidate: number, merit: number): Move {
  return { action, candidate, merit, runnerUp: null, gap: 0, tie: false }
}
