import { isNear } from '#core'
import { allCandidates, sortedMembers } from './members.ts'
import { bestRemoval } from './visited.ts'
import { defineSearch } from './search.ts'

/**
 * Begins with every column, or with the given ones, and removes in each step the column with the smallest
 * loss, while that loss is at most `epsilon`, or until k columns are left. With `epsilon` = 0 a column is
 * removed if its loss is 0; with `acceptTies` = false only if the set is better without it. Of tied columns
 * the last is removed. Marill and Green (1963).
 */
export const backward = defineSearch({
  takes: 'subset',
  id: 'backward',
  title: 'Backward elimination',
  options: {
    epsilon: {
      type: 'number',
      min: 0,
      default: 0,
      help: 'the largest loss at which a column is removed, where no k is given',
    },
    acceptTies: { type: 'flag', default: true, help: 'a column is removed also if its loss equals epsilon' },
  },
  how: 'removes in each step the column with the smallest loss',
  reference: 'Marill & Green 1963',
  starts: 'shrinking',
  walks: true,
  async *run(visited, { k, start }, { epsilon, acceptTies }) {
    const { problem } = visited
    const least = Math.min(k ?? problem.least, problem.size)
    const first = start.length > 0 ? sortedMembers(start) : allCandidates(problem.size)
    let members: readonly number[] = first
    let [merit] = await visited.merits([members])
    if (!Number.isNaN(merit)) yield { at: { selected: members, merit } }
    while (members.length > least) {
      const next = await bestRemoval(visited, members)
      if (!next) return 'no smaller set has a merit'
      if (k === null && !isRemoved(next.merit)) return `every loss is above ${epsilon}`
      ;({ members, merit } = next)
      const done = (first.length - members.length) / (first.length - least)
      yield { at: { selected: members, merit }, move: next.move, done }
    }
    if (Number.isNaN(merit)) return 'no set has a merit'
    if (k !== null) return `k = ${members.length}`
    return least === 1 ? 'one column is left' : 'only the kept columns are left'

    /**
     * Whether the set without the column is accepted; if the current set has no merit, any set with one is.
     */
    function isRemoved(without: number): boolean {
      if (Number.isNaN(merit)) return true
      const floor = merit - epsilon
      return isNear(without, floor) ? acceptTies : without > floor
    }
  },
})
