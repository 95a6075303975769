import { bestTwo } from './best.ts'
import { byShape, everyOf, othersOf, setOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import { plainMove } from './move.ts'
import { bestAddition, bestRemoval } from './one-column.ts'
import type { Reached } from './one-column.ts'
import type { SubsetProblem } from './problem.ts'
import type { SearchLimits, Walk } from './search.ts'
import { beats, Visited } from './visited.ts'

export const floatingOptions = {
  improved: { type: 'flag', default: false, help: 'it also replaces a column where that is better' },
} as const

/**
 * Goes one column forth, then back while that set beats the best known of its size, and so on until k, or to the end
 * where no k is given; the best set of k columns, or of all sizes, is selected.
 */
export async function* floating(
  way: 'add' | 'remove',
  problem: SubsetProblem,
  limits: SearchLimits,
  improved: boolean,
): Walk {
  const { size } = problem
  const { k, start, progress } = limits
  const visited = new Visited(problem, limits)
  const add = (set: Members) => bestAddition(visited, set, size)
  const remove = (set: Members) => bestRemoval(visited, set)
  const [forth, back] = way === 'add' ? [add, remove] : [remove, add]
  const end = way === 'add' ? Math.min(k ?? size, size) : Math.min(k ?? problem.least, size)
  const first = start.length > 0 ? setOf(start) : way === 'add' ? [] : everyOf(size)
  let members: Members = first
  if (members.length >= problem.least) {
    await visited.merits([members])
    const begin = visited.position()
    if (begin) yield begin
  }
  let stopped = k === null ? 'every size was reached' : `k = ${end}`
  while (members.length !== end) {
    const next = await forth(members)
    if (!next) {
      stopped = `no ${way === 'add' ? 'larger' : 'smaller'} set has a merit`
      break
    }
    members = next.members
    yield visited.position(next.move)!
    for (let turns: readonly Reached[] = [next]; turns.length > 0;) {
      turns = await backwards(members)
      if (turns.length === 0 && improved) turns = await replaced(members)
      for (const turn of turns) {
        members = turn.members
        yield visited.position(turn.move)!
      }
    }
    progress((members.length - first.length) / (end - first.length))
  }
  const last = visited.news()
  if (last) yield last
  return { stopped, best: visited.inOrder() }

  /** One column back, if that beats the best known of its size. */
  async function backwards(set: Members): Promise<readonly Reached[]> {
    const length = way === 'add' ? set.length - 1 : set.length + 1
    if (length < problem.least || length > size) return []
    const known = visited.bestOf(length)
    const reached = await back(set)
    return reached && beats(reached.merit, known?.merit) ? [reached] : []
  }

  /** One column for another, if that beats the best known of its size: as one move back and one forth. */
  async function replaced(set: Members): Promise<readonly Reached[]> {
    const known = visited.bestOf(set.length)
    const others = othersOf(set, size)
    const exchanges = set
      .flatMap((out) =>
        others.map((into) => ({ out, into, members: withMember(withoutMember(set, out), into) })),
      )
      .sort((a, b) => byShape(a.members, b.members))
    const merits = await visited.merits(exchanges.map(({ members }) => members))
    const { first } = bestTwo(merits)
    if (first < 0 || !beats(merits[first], known?.merit)) return []
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
