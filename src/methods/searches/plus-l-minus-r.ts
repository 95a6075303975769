import { CribaError } from '#core'
import { bestTwo } from './best.ts'
import { allCandidates, othersOf, sortedMembers, withMember } from './members.ts'
import type { Members } from './members.ts'
import { plainMove } from './path.ts'
import { bestAddition, bestRemoval } from './visited.ts'
import type { MovedSet, Visited } from './visited.ts'
import { defineSearch } from './search.ts'

/** The most sets evaluated in one step. */
const maxCombinations = 1 << 20
/** Sets evaluated in one request. */
const batch = 4096

/**
 * Adds the best l columns, one after the other or `together`, then removes the r columns with the smallest
 * loss, and so on. It begins with no columns where l > r; otherwise with every column, and removes before it
 * adds. The round that would pass k is shortened; the best set of k columns is selected, without k the best
 * of all. Stearns (1976).
 */
export const plusLMinusR = defineSearch({
  takes: 'subset',
  id: 'plus-l-minus-r',
  title: 'Plus l, minus r',
  options: {
    l: { type: 'whole', min: 1, default: 2, help: 'columns added in a round' },
    r: { type: 'whole', min: 1, default: 1, help: 'columns removed in a round' },
    together: { type: 'flag', default: false, help: 'adds the best l at once, not one after the other' },
  },
  how: 'adds l columns, then removes r, in rounds',
  reference: 'Stearns 1976',
  starts: 'anywhere',
  async *run(visited, { k, start }, { l, r, together }) {
    if (l === r) throw new CribaError('invalid', `invalid r: ${r} (needs another number than l)`)
    const { size, least } = visited.problem
    const grows = l > r
    const last = Math.min(k ?? (grows ? size : least), size)
    const first = start.length > 0 ? sortedMembers(start) : grows ? [] : allCandidates(size)
    let members: Members = first
    if (members.length >= least) {
      await visited.merits([members])
      yield {}
    }
    while (members.length !== last) {
      const here = members.length
      const next = grows ? Math.min(last, here + l - r) : Math.max(last, here + l - r)
      const turn = grows ? Math.min(here + l, size, next + r) : Math.max(here - r, least, next - l)
      for (const goal of [turn, next]) {
        while (members.length !== goal) {
          const moved = await moveTowards(goal)
          if (!moved) return 'no next set has a merit'
          members = moved[0].members
          for (const { move } of moved) yield { move }
        }
      }
      yield { done: (members.length - first.length) / (last - first.length) }
    }
    return k === null ? 'every size was reached' : `k = ${last}`

    /** One move towards a number of columns, or all missing ones together. */
    async function moveTowards(goal: number): Promise<readonly MovedSet[] | null> {
      const missing = goal - members.length
      if (together && missing > 1) return bestTogether(visited, members, size, missing)
      const moved = await (missing > 0 ? bestAddition(visited, members, size) : bestRemoval(visited, members))
      return moved && [moved]
    }
  },
})

/** The best set with `more` additional columns, as moves that all lead to it. */
async function bestTogether(
  visited: Visited,
  set: Members,
  size: number,
  more: number,
): Promise<readonly MovedSet[] | null> {
  let best: { readonly added: Members; readonly members: Members; readonly merit: number } | null = null
  const combinations: Members[] = []
  for (const combination of combinationsOf(othersOf(set, size), more)) {
    combinations.push(combination)
    if (combinations.length > maxCombinations) {
      throw new CribaError(
        'too-large',
        `too many columns for together: ${size} (more than ${maxCombinations} ways to add ${more}; use a smaller l)`,
      )
    }
  }
  for (let from = 0; from < combinations.length; from += batch) {
    const block = combinations.slice(from, from + batch)
    const sets = block.map((added) => added.reduce(withMember, set))
    const merits = await visited.merits(sets)
    // The best of the batches before comes first, so that it wins a tie.
    const { first } = bestTwo(Float64Array.of(best?.merit ?? NaN, ...merits))
    if (first > 0) best = { added: block[first - 1], members: sets[first - 1], merit: merits[first - 1] }
  }
  if (!best) return null
  const { added, members, merit } = best
  return added.map((candidate) => ({ members, merit, move: plainMove('add', candidate, merit) }))
}

/** All combinations of `count` members, in order of their mask. */
function* combinationsOf(from: Members, count: number): Generator<Members> {
  if (count === 0) yield []
  else {
    for (let last = count - 1; last < from.length; last++) {
      for (const before of combinationsOf(from.slice(0, last), count - 1)) yield [...before, from[last]]
    }
  }
}
