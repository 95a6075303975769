import exp from '@stdlib/math-base-special-exp'
import type { Members } from './members.ts'
import { RandomSets } from './random-sets.ts'
import { defineSearch } from './search.ts'

/** The number of random sets whose merits give the initial temperature. */
const sampled = 20
/** The number of cooling steps, and the factor of each. */
const coolings = 100
const cooling = 0.95

/**
 * Adds or removes one random column at a time (with k it exchanges one): a set that is not worse is accepted,
 * a worse one with probability exp(difference / T). It begins with the given set, or the best of 20 random
 * ones. T begins with the standard deviation of their merits, and is multiplied by 0.95 a hundred times,
 * evenly spread over all evaluations. The best set visited is selected. Kirkpatrick, Gelatt and Vecchi
 * (1983).
 */
export const annealing = defineSearch({
  takes: 'subset',
  id: 'annealing',
  title: 'Simulated annealing',
  options: {
    evaluations: { type: 'whole', min: sampled + 1, default: 1000, help: 'sets that are evaluated' },
  },
  how: 'adds or removes one random column at a time; worse sets are accepted less and less often',
  starts: 'anywhere',
  reference: 'Kirkpatrick, Gelatt & Vecchi 1983',
  async *run(visited, limits, { evaluations }) {
    const randomSets = new RandomSets('annealing', visited.problem, limits)
    const first = randomSets.sets(sampled, limits.start)
    const firstMerits = await visited.merits(first)
    let temperature = deviation(firstMerits)
    const isGiven = limits.start.length > 0
    let current: Members = isGiven ? first[0] : (visited.best?.members ?? first[0])
    let merit = isGiven ? firstMerits[0] : (visited.best?.merit ?? NaN)
    const stepsPerTemperature = Math.max(1, Math.floor((evaluations - sampled) / coolings))
    for (let tried = sampled; tried < evaluations; tried++) {
      const next = randomSets.neighbour(current)
      const [nextMerit] = await visited.merits([next])
      const uniform = randomSets.uniform()
      if (isAccepted(nextMerit, uniform)) [current, merit] = [next, nextMerit]
      if ((tried - sampled + 1) % stepsPerTemperature === 0) temperature *= cooling
      yield { done: (tried + 1) / evaluations }
    }
    return `${evaluations} sets were evaluated`

    function isAccepted(next: number, uniform: number): boolean {
      if (Number.isNaN(next)) return Number.isNaN(merit)
      if (Number.isNaN(merit) || next >= merit) return true
      return temperature > 0 && uniform < exp((next - merit) / temperature)
    }
  },
})

/** The population standard deviation of the finite merits. */
function deviation(merits: Float64Array): number {
  const finite = merits.filter((merit) => Number.isFinite(merit))
  if (finite.length === 0) return 0
  const mean = finite.reduce((sum, merit) => sum + merit, 0) / finite.length
  return Math.sqrt(finite.reduce((sum, merit) => sum + (merit - mean) * (merit - mean), 0) / finite.length)
}
