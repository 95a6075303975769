import type { Members } from './members.ts'
import { RandomSets } from './random-sets.ts'
import { defineSearch } from './search.ts'
import { beats } from './visited.ts'

/** Sets evaluated in one request. */
const batch = 64

/**
 * Evaluates random sets, all equally likely (with k those of k columns), and takes the best. With `walk` each
 * set is the last accepted one with one column added or removed, with k exchanged, and is accepted if it is
 * not worse.
 */
export const random = defineSearch({
  takes: 'subset',
  id: 'random',
  title: 'Random search',
  options: {
    evaluations: { type: 'whole', min: 1, default: 1000, help: 'number of random sets' },
    walk: {
      type: 'flag',
      default: false,
      help: 'each set differs by one column from the last one accepted',
    },
  },
  how: 'evaluates random sets',
  reference: 'by definition',
  starts: 'anywhere',
  async *run(visited, limits, { evaluations, walk }) {
    const randomSets = new RandomSets('random', visited.problem, limits)
    let kept: Members = randomSets.first(limits.start)
    let merit = NaN
    for (let drawn = 0; drawn < evaluations;) {
      const count = walk ? 1 : Math.min(batch, evaluations - drawn)
      const first = drawn === 0 ? [kept] : walk ? [randomSets.neighbour(kept)] : [randomSets.set()]
      const sets = [...first, ...randomSets.sets(count - 1)]
      const merits = await visited.merits(sets)
      if (!beats(merit, merits[0])) [kept, merit] = [sets[0], merits[0]]
      drawn += count
      yield { done: drawn / evaluations }
    }
    return `${evaluations} sets were drawn`
  },
})
