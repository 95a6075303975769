import exp from '@stdlib/math-base-special-exp'
import { Draws } from './draws.ts'
import type { Members } from './members.ts'
import { defineSubsetSearch } from './search.ts'
import { Visited } from './visited.ts'

/** Sets whose merits give the first temperature. */
const sampled = 20
/** How often the temperature falls, and to what share. */
const coolings = 100
const cooling = 0.95

/**
 * Flips one column after the other (with k exchanges one): a set that is not worse is kept, a worse one with probability
 * exp(difference / T). It begins at the set given, or the best of 20 random ones, with T the standard deviation of their
 * merits, and T falls to 0.95 of itself a hundred times, spread over all evaluations. The best set seen is selected.
 * Kirkpatrick, Gelatt and Vecchi (1983).
 */
export const annealing = defineSubsetSearch({
  id: 'annealing',
  title: 'Simulated annealing',
  options: {
    evaluations: { type: 'whole', min: sampled + 1, default: 1000, help: 'sets that are tried' },
  },
  how: 'one column is flipped after the other, and worse sets are kept ever more seldom',
  starts: 'anywhere',
  reference: 'Kirkpatrick, Gelatt & Vecchi 1983',
  async *run(problem, limits, { evaluations }) {
    const draws = new Draws('annealing', problem, limits)
    const visited = new Visited(problem, limits)
    const first = draws.sets(sampled, limits.start)
    const begun = await visited.merits(first)
    let temperature = deviation(begun)
    const isGiven = limits.start.length > 0
    let current: Members = isGiven ? first[0] : (visited.best?.members ?? first[0])
    let merit = isGiven ? begun[0] : (visited.best?.merit ?? NaN)
    const held = Math.max(1, Math.floor((evaluations - sampled) / coolings))
    for (let tried = sampled; tried < evaluations; tried++) {
      const news = visited.news()
      if (news) yield news
      const next = draws.neighbour(current)
      const [found] = await visited.merits([next])
      const chance = draws.uniform()
      if (isKept(found, chance)) [current, merit] = [next, found]
      if ((tried - sampled + 1) % held === 0) temperature *= cooling
      limits.progress((tried + 1) / evaluations)
    }
    const news = visited.news()
    if (news) yield news
    return { stopped: `${evaluations} sets were tried`, best: visited.inOrder() }

    function isKept(found: number, chance: number): boolean {
      if (Number.isNaN(found)) return Number.isNaN(merit)
      if (Number.isNaN(merit) || found >= merit) return true
      return temperature > 0 && chance < exp((found - merit) / temperature)
    }
  },
})

/** The population standard deviation of those that are numbers. */
function deviation(merits: Float64Array): number {
  const had = merits.filter((merit) => Number.isFinite(merit))
  if (had.length === 0) return 0
  const mean = had.reduce((sum, merit) => sum + merit, 0) / had.length
  return Math.sqrt(had.reduce((sum, merit) => sum + (merit - mean) * (merit - mean), 0) / had.length)
}
