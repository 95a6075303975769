import { CribaError } from '../spec/error.ts'
import { bestTwo } from './best.ts'
import { everyOf, othersOf, setOf, withMember } from './members.ts'
import type { Members } from './members.ts'
import { plainMove } from './move.ts'
import { bestAddition, bestRemoval } from './one-column.ts'
import type { Reached } from './one-column.ts'
import { defineSubsetSearch } from './search.ts'
import { Visited } from './visited.ts'

/** More sets than these are not looked at in one step. */
const mostTogether = 1 << 20
/** Sets asked for in one request. */
const batch = 4096

/**
 * Lets the best l columns join, one after the other or `together`, then drops the r that are missed least, and so on: from
 * nothing where l > r, else from every column, where it drops before it adds. The round that would pass k is cut short;
 * the best set of k columns is selected, without k the best of all. Stearns (1976).
 */
export const plusLMinusR = defineSubsetSearch({
  id: 'plus-l-minus-r',
  title: 'Plus l, minus r',
  options: {
    l: { type: 'whole', min: 1, default: 2, help: 'columns that join in a round' },
    r: { type: 'whole', min: 1, default: 1, help: 'columns that leave in a round' },
    together: { type: 'flag', default: false, help: 'the best l join at once, not one after the other' },
  },
  how: 'l columns join, then r leave, in rounds',
  reference: 'Stearns 1976',
  starts: 'anywhere',
  async *run(problem, limits, { l, r, together }) {
    if (l === r) throw new CribaError('invalid', `invalid r: ${r} (needs another number than l)`)
    const { size } = problem
    const { k, start, progress } = limits
    const grows = l > r
    const visited = new Visited(problem, limits)
    const last = Math.min(k ?? (grows ? size : problem.least), size)
    const first = start.length > 0 ? setOf(start) : grows ? [] : everyOf(size)
    let members: Members = first
    if (members.length >= problem.least) {
      await visited.merits([members])
      const begin = visited.position()
      if (begin) yield begin
    }
    let stopped = k === null ? 'every size was reached' : `k = ${last}`
    rounds: while (members.length !== last) {
      const here = members.length
      const next = grows ? Math.min(last, here + l - r) : Math.max(last, here + l - r)
      const turn = grows ? Math.min(here + l, size, next + r) : Math.max(here - r, problem.least, next - l)
      for (const goal of [turn, next]) {
        while (members.length !== goal) {
          const reached = await towards(goal)
          if (!reached) {
            stopped = 'no set to go on to has a merit'
            break rounds
          }
          members = reached[0].members
          for (const { move } of reached) yield visited.position(move)!
        }
      }
      progress((members.length - first.length) / (last - first.length))
    }
    const better = visited.news()
    if (better) yield better
    return { stopped, best: visited.inOrder() }

    /** One move nearer to so many columns, or all that are missing together. */
    async function towards(goal: number): Promise<readonly Reached[] | null> {
      const missing = goal - members.length
      if (together && missing > 1) return bestTogether(visited, members, size, missing)
      const reached = await (missing > 0
        ? bestAddition(visited, members, size)
        : bestRemoval(visited, members))
      return reached && [reached]
    }
  },
})

/** The best set with so many more columns, as moves that all lead to it. */
async function bestTogether(
  visited: Visited,
  set: Members,
  size: number,
  more: number,
): Promise<readonly Reached[] | null> {
  let best: { readonly added: Members; readonly members: Members; readonly merit: number } | null = null
  const combinations: Members[] = []
  for (const combination of combinationsOf(othersOf(set, size), more)) {
    combinations.push(combination)
    if (combinations.length > mostTogether) {
      throw new CribaError(
        'too-large',
        `too many columns for together: ${size} (more than ${mostTogether} ways to add ${more}; use a smaller l)`,
      )
    }
  }
  for (let from = 0; from < combinations.length; from += batch) {
    const asked = combinations.slice(from, from + batch)
    const sets = asked.map((added) => added.reduce(withMember, set))
    const merits = await visited.merits(sets)
    // The best of the batches before stands first, so that it keeps its place in a tie.
    const { first } = bestTwo(Float64Array.of(best?.merit ?? NaN, ...merits))
    if (first > 0) best = { added: asked[first - 1], members: sets[first - 1], merit: merits[first - 1] }
  }
  if (!best) return null
  const { added, members, merit } = best
  return added.map((candidate) => ({ members, merit, move: plainMove('add', candidate, merit) }))
}

/** All choices of so many, by mask: by their last member, then the others. */
function* combinationsOf(from: Members, count: number): Generator<Members> {
  if (count === 0) yield []
  else {
    for (let last = count - 1; last < from.length; last++) {
      for (const before of combinationsOf(from.slice(0, last), count - 1)) yield [...before, from[last]]
    }
  }
}
