import { allCandidates, compareMembers } from './members.ts'
import type { Members } from './members.ts'
import { RandomSets } from './random-sets.ts'
import { defineSearch } from './search.ts'
import type { SetReport } from './search.ts'
import { beats } from './visited.ts'
import type { Visited } from './visited.ts'

/**
 * A population of sets: the parents of each new set are the winners of two tournaments of two. With
 * probability `crossover` it inherits each column from either parent at random, otherwise all from the first;
 * then each column is flipped with probability 1/d. The best set survives. With k, random columns are removed
 * or added until there are k. `twoStage` runs again on the columns of the first run's best set, which is
 * searched without k. Siedlecki and Sklansky (1989).
 */
export const genetic = defineSearch({
  takes: 'subset',
  id: 'genetic',
  title: 'Genetic algorithm',
  options: {
    sets: { type: 'whole', min: 2, default: 50, help: 'sets in the population' },
    generations: { type: 'whole', min: 1, default: 40, help: 'number of generations' },
    crossover: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.6,
      help: 'the share of new sets with two parents',
    },
    twoStage: {
      type: 'flag',
      default: false,
      help: 'a second run on the columns of the best set of the first',
    },
  },
  how: 'crosses and mutates the better sets of a population',
  reference: 'Siedlecki & Sklansky 1989',
  starts: 'anywhere',
  async *run(visited, limits, options) {
    const { k, seed, start } = limits
    const { problem } = visited
    const { size, least } = problem
    let columns: Members = allCandidates(size)
    const runs = options.twoStage ? 2 : 1
    if (options.twoStage) {
      const randomSets = new RandomSets('genetic/first', problem, { k: null, seed })
      const kept = yield* breed(visited, columns, randomSets.sets(options.sets, start), randomSets, options, {
        runs,
        run: 0,
      })
      if (k === null || kept.length >= k) columns = kept
    }
    const randomSets = new RandomSets('genetic', { size: columns.length, least }, limits)
    const first = randomSets.sets(options.sets, options.twoStage ? [] : start)
    yield* breed(visited, columns, first, randomSets, options, { runs, run: runs - 1 })
    return `${runs * options.generations} generations`
  },
})

interface Breeding {
  readonly sets: number
  readonly generations: number
  readonly crossover: number
}

/** Evolves a population of sets of some columns, and returns the best set of the last generation. */
async function* breed(
  visited: Visited,
  columns: Members,
  first: readonly Members[],
  randomSets: RandomSets,
  { sets, generations, crossover }: Breeding,
  { run, runs }: { readonly run: number; readonly runs: number },
): AsyncGenerator<SetReport, Members, void> {
  // Sets are lists of places among the columns here.
  const places = allCandidates(columns.length)
  const meritsOf = (sets: readonly Members[]) =>
    visited.merits(sets.map((set) => set.map((place) => columns[place])))
  let population = first
  let merits = await meritsOf(population)
  for (let generation = 0; generation < generations; generation++) {
    const next = [population[fittest()]]
    while (next.length < sets) next.push(makeChild())
    population = next
    merits = await meritsOf(population)
    yield { done: (run + (generation + 1) / generations) / runs }
  }
  return population[fittest()].map((place) => columns[place])

  function makeChild(): Members {
    const first = drawParent()
    const second = drawParent()
    const isIn = new Uint8Array(columns.length)
    for (const place of first) isIn[place] = 1
    if (randomSets.uniform() < crossover) {
      const other = new Uint8Array(columns.length)
      for (const place of second) other[place] = 1
      for (const place of places) if (randomSets.below(2) === 1) isIn[place] = other[place]
    }
    for (const place of places) if (randomSets.uniform() * columns.length < 1) isIn[place] ^= 1
    return randomSets.fitted(places.filter((place) => isIn[place] === 1))
  }

  function drawParent(): Members {
    const [one, other] = [randomSets.below(sets), randomSets.below(sets)]
    return population[isFitter(other, one) ? other : one]
  }

  function fittest(): number {
    let best = 0
    for (let i = 1; i < population.length; i++) if (isFitter(i, best)) best = i
    return best
  }

  /** By the greater merit; if tied by fewer columns, then the lower mask. */
  function isFitter(a: number, b: number): boolean {
    if (beats(merits[a], merits[b])) return true
    return (
      !Number.isNaN(merits[a]) &&
      !beats(merits[b], merits[a]) &&
      compareMembers(population[a], population[b]) < 0
    )
  }
}
