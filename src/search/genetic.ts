import { Draws } from './draws.ts'
import { byShape, everyOf } from './members.ts'
import type { Members } from './members.ts'
import type { Position } from './problem.ts'
import { defineSubsetSearch } from './search.ts'
import { beats, Visited } from './visited.ts'

/**
 * Breeds sets: each new one has as parents the winners of two tournaments of two; with probability `crossover` it takes
 * after either parent at random, column by column, else after the first; then each column flips with probability 1/d. The
 * best set lives on. With k, columns leave or join at random until there are k. `twoStage` breeds again among the columns
 * of the first run's best set, which then has as many as it likes. Siedlecki and Sklansky (1989).
 */
export const genetic = defineSubsetSearch({
  id: 'genetic',
  title: 'Genetic algorithm',
  options: {
    sets: { type: 'whole', min: 2, default: 50, help: 'sets that live at a time' },
    generations: { type: 'whole', min: 1, default: 40, help: 'how often they breed' },
    crossover: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.6,
      help: 'the share of sets that have two parents',
    },
    twoStage: { type: 'flag', default: false, help: 'a second run on the columns that the first kept' },
  },
  how: 'sets breed, and the better ones breed more',
  reference: 'Siedlecki & Sklansky 1989',
  starts: 'anywhere',
  async *run(problem, limits, options) {
    const { k, seed, start, progress } = limits
    const { size, least } = problem
    const visited = new Visited(problem, limits)
    let columns: Members = everyOf(size)
    let done = 0
    const runs = options.twoStage ? 2 : 1
    if (options.twoStage) {
      const draws = new Draws('genetic/first', problem, { k: null, seed })
      const kept = yield* breed(visited, columns, draws.sets(options.sets, start), draws, options, report)
      if (k === null || kept.length >= k) columns = kept
    }
    const draws = new Draws('genetic', { size: columns.length, least }, limits)
    const first = draws.sets(options.sets, options.twoStage ? [] : start)
    yield* breed(visited, columns, first, draws, options, report)
    return { stopped: `${done} generations`, best: visited.inOrder() }

    function report() {
      done++
      progress(done / (runs * options.generations))
    }
  },
})

interface Breeding {
  readonly sets: number
  readonly generations: number
  readonly crossover: number
}

/** Breeds sets of some columns from the first ones, and returns the best that lives in the end. */
async function* breed(
  visited: Visited,
  columns: Members,
  first: readonly Members[],
  draws: Draws,
  { sets, generations, crossover }: Breeding,
  report: () => void,
): AsyncGenerator<Position, Members, void> {
  // Within, sets are of places among the columns.
  const places = everyOf(columns.length)
  const meritsOf = (living: readonly Members[]) =>
    visited.merits(living.map((set) => set.map((place) => columns[place])))
  let living = first
  let merits = await meritsOf(living)
  for (let generation = 0; generation < generations; generation++) {
    const news = visited.news()
    if (news) yield news
    const next = [living[fittest()]]
    while (next.length < sets) next.push(child())
    living = next
    merits = await meritsOf(living)
    report()
  }
  const news = visited.news()
  if (news) yield news
  return living[fittest()].map((place) => columns[place])

  function child(): Members {
    const first = winner()
    const second = winner()
    const isIn = new Uint8Array(columns.length)
    for (const place of first) isIn[place] = 1
    if (draws.uniform() < crossover) {
      const other = new Uint8Array(columns.length)
      for (const place of second) other[place] = 1
      for (const place of places) if (draws.below(2) === 1) isIn[place] = other[place]
    }
    for (const place of places) if (draws.uniform() * columns.length < 1) isIn[place] ^= 1
    return draws.fitted(places.filter((place) => isIn[place] === 1))
  }

  function winner(): Members {
    const [one, other] = [draws.below(sets), draws.below(sets)]
    return living[isFitter(other, one) ? other : one]
  }

  function fittest(): number {
    let best = 0
    for (let i = 1; i < living.length; i++) if (isFitter(i, best)) best = i
    return best
  }

  /** The greater merit, of those tied the fewer columns, then the lower mask. */
  function isFitter(a: number, b: number): boolean {
    if (beats(merits[a], merits[b])) return true
    return !Number.isNaN(merits[a]) && !beats(merits[b], merits[a]) && byShape(living[a], living[b]) < 0
  }
}
