import { bestTwo } from './best.ts'
import {
  allCandidates,
  compareMembers,
  othersOf,
  sortedMembers,
  withMember,
  withoutMember,
} from './members.ts'
import type { Members } from './members.ts'
import { plainMove } from './path.ts'
import { beats, bestAddition, bestRemoval } from './visited.ts'
import type { MovedSet, Visited } from './visited.ts'
import type { SetLimits, SetReport } from './search.ts'

export const floatingOptions = {
  improved: { type: 'flag', default: false, help: 'also replaces a column where that is better' },
} as const

/**
 * Moves one column forward (by `way`), then back while that set beats the best set found of its size, until k
 * columns, or through all sizes without k; the best set of k columns, or of all sizes, is selected.
 */
export async function* floating(
  way: 'add' | 'remove',
  visited: Visited,
  { k, start }: SetLimits,
  improved: boolean,
): AsyncGenerator<SetReport, string, void> {
  const { size, least } = visited.problem
  const add = (set: Members) => bestAddition(visited, set, size)
  const remove = (set: Members) => bestRemoval(visited, set)
  const [moveForward, moveBack] = way === 'add' ? [add, remove] : [remove, add]
  const end = way === 'add' ? Math.min(k ?? size, size) : Math.min(k ?? least, size)
  const first = start.length > 0 ? sortedMembers(start) : way === 'add' ? [] : allCandidates(size)
  let members: Members = first
  if (members.length >= least) {
    await visited.merits([members])
    yield {}
  }
  while (members.length !== end) {
    const next = await moveForward(members)
    if (!next) return `no ${way === 'add' ? 'larger' : 'smaller'} set has a merit`
    members = next.members
    yield { move: next.move }
    for (let moves: readonly MovedSet[] = [next]; moves.length > 0;) {
      moves = await stepBack(members)
      if (moves.length === 0 && improved) moves = await exchange(members)
      for (const moved of moves) {
        members = moved.members
        yield { move: moved.move }
      }
    }
    yield { done: (members.length - first.length) / (end - first.length) }
  }
  return k === null ? 'every size was reached' : `k = ${end}`

  /** Moves one column back, if that beats the best set of its size. */
  async function stepBack(set: Members): Promise<readonly MovedSet[]> {
    const length = way === 'add' ? set.length - 1 : set.length + 1
    if (length < least || length > size) return []
    const best = visited.bestOf(length)
    const moved = await moveBack(set)
    return moved && beats(moved.merit, best?.merit) ? [moved] : []
  }

  /**
   * Exchanges one column for another, if that beats the best set of the size: as one move back and one
   * forward.
   */
  async function exchange(set: Members): Promise<readonly MovedSet[]> {
    const best = visited.bestOf(set.length)
    const others = othersOf(set, size)
    const exchanges = set
      .flatMap((out) =>
        others.map((into) => ({ out, into, members: withMember(withoutMember(set, out), into) })),
      )
      .sort((a, b) => compareMembers(a.members, b.members))
    const merits = await visited.merits(exchanges.map(({ members }) => members))
    const { first } = bestTwo(merits)
    if (first < 0 || !beats(merits[first], best?.merit)) return []
    const { out, into, members } = exchanges[first]
    const between = way === 'add' ? withoutMember(set, out) : withMember(set, into)
    const [merit] = await visited.merits([between])
    const moves = [plainMove('remove', out, way === 'add' ? merit : merits[first])]
    moves.push(plainMove('add', into, way === 'add' ? merits[first] : merit))
    if (way === 'remove') moves.reverse()
    return [
      { members: between, merit, move: moves[0] },
      { members, merit: merits[first], move: moves[1] },
    ]
  }
}
