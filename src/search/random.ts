import { Draws } from './draws.ts'
import type { Members } from './members.ts'
import { defineSubsetSearch } from './search.ts'
import { beats, Visited } from './visited.ts'

/** Sets asked for in one request. */
const batch = 64

/**
 * Looks at sets drawn at random, all as likely (with k those of k columns), and takes the best. With `walk` each set
 * is the one before with one column flipped, or with k exchanged, and is kept if it is not worse.
 */
export const random = defineSubsetSearch({
  id: 'random',
  title: 'Random search',
  options: {
    evaluations: { type: 'whole', min: 1, default: 1000, help: 'sets that are drawn' },
    walk: {
      type: 'flag',
      default: false,
      help: 'each set differs by one column from the last that was kept',
    },
  },
  how: 'sets are drawn at random',
  reference: 'by definition',
  starts: 'anywhere',
  async *run(problem, limits, { evaluations, walk }) {
    const draws = new Draws('random', problem, limits)
    const visited = new Visited(problem, limits)
    let kept: Members = draws.first(limits.start)
    let merit = NaN
    for (let drawn = 0; drawn < evaluations;) {
      const count = walk ? 1 : Math.min(batch, evaluations - drawn)
      const first = drawn === 0 ? [kept] : walk ? [draws.neighbour(kept)] : [draws.set()]
      const sets = [...first, ...draws.sets(count - 1)]
      const merits = await visited.merits(sets)
      if (!beats(merit, merits[0])) [kept, merit] = [sets[0], merits[0]]
      const news = visited.news()
      if (news) yield news
      drawn += count
      limits.progress(drawn / evaluations)
    }
    return { stopped: `${evaluations} sets were drawn`, best: visited.inOrder() }
  },
})
