import { isNear } from '../statistics/ties.ts'
import { everyOf, setOf } from './members.ts'
import { bestRemoval } from './one-column.ts'
import { defineSubsetSearch } from './search.ts'
import { Visited } from './visited.ts'

/**
 * Begins with every column, or with those given, and drops the one whose loss is least, one after the other, while that
 * loss is at most `epsilon`, or until there are k. At `epsilon` = 0 a column leaves that loses nothing; with `acceptTies` =
 * false only one without which the set is better. Of losses that are tied the last column leaves. Marill and Green (1963).
 */
export const backward = defineSubsetSearch({
  id: 'backward',
  title: 'Backward elimination',
  options: {
    epsilon: {
      type: 'number',
      min: 0,
      default: 0,
      help: 'the largest loss for which a column leaves, where no k is given',
    },
    acceptTies: { type: 'flag', default: true, help: 'a column leaves too if its loss is epsilon itself' },
  },
  how: 'the column that is missed least leaves, one after the other',
  reference: 'Marill & Green 1963',
  starts: 'shrinking',
  async *run(problem, limits, { epsilon, acceptTies }) {
    const { k, start, progress } = limits
    const visited = new Visited(problem, limits)
    const least = Math.min(k ?? problem.least, problem.size)
    const first = start.length > 0 ? setOf(start) : everyOf(problem.size)
    let members: readonly number[] = first
    let [merit] = await visited.merits([members])
    if (!Number.isNaN(merit)) yield { selected: members, merit }
    while (members.length > least) {
      const next = await bestRemoval(visited, members)
      if (!next) return { stopped: 'no smaller set has a merit', best: visited.inOrder() }
      if (k === null && !leaves(next.merit)) {
        return { stopped: `every loss is above ${epsilon}`, best: visited.inOrder() }
      }
      ;({ members, merit } = next)
      yield { selected: members, merit, move: next.move }
      progress((first.length - members.length) / (first.length - least))
    }
    if (Number.isNaN(merit)) return { stopped: 'no set has a merit' }
    return {
      stopped:
        k === null
          ? least === 1
            ? 'one column is left'
            : 'only what is kept is left'
          : `k = ${members.length}`,
      best: visited.inOrder(),
    }

    /** A set without a merit is left for any that has one. */
    function leaves(without: number): boolean {
      if (Number.isNaN(merit)) return true
      const floor = merit - epsilon
      return isNear(without, floor) ? acceptTies : without > floor
    }
  },
})
