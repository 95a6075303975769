import { MemorySource } from 'criba'
import type { Request, Source, Variable } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from './differences.ts'
import { kinds } from './engines.ts'
import type { Closable, Kind } from './engines.ts'
import { fractional, readings } from './readings.ts'
import type { Reading } from './readings.ts'
import { countRequests, dependenceRequests, momentRequests } from './requests.ts'
import { columns, numbers, randomTable } from './tables.ts'

// One table is small enough for empty cells, one is larger than the blocks of either source.
const tables = [
  { rows: 1, seed: 1 },
  { rows: 11, seed: 2 },
  { rows: 300, seed: 3 },
  { rows: 2_500, seed: 5 },
  { rows: 9_000, seed: 4 },
]

/** The answers of a source, having checked that it ran the queries it had announced, and no others. */
export async function answersAsPlanned(source: Source, requests: readonly Request[]) {
  const planned = source.plan(requests).reduce((sum, { queries }) => sum + queries, 0)
  const before = source.work.queries
  const answers = await source.answer(requests)
  expect(source.work.queries - before).toBe(planned)
  return answers
}

/** Where the answers of the sources differ; `tolerance` 0: to the bit. */
async function compareSources(
  memory: MemorySource,
  engine: Source,
  requests: readonly Request[],
  tolerance: number,
): Promise<readonly string[]> {
  const theirs = await answersAsPlanned(engine, requests)
  const ours = await memory.answer(requests)
  return differences(ours, theirs, tolerance)
}

/**
 * What is asked too: dependence, which takes the square of the rows, through fewer readings; fractional weights, whether all is asked
 * under them or only that moments have the same bits.
 */
interface Beside {
  readonly dependence?: readonly string[]
  readonly fractions?: 'all' | 'bits' | 'none'
}

/**
 * Holds every answer of one kind of engine against memory's, over tables of the given numbers of rows: over each, all is asked
 * of one source.
 */
export function holdParity(
  kind: Kind,
  sizes: readonly number[],
  through: readonly string[],
  { dependence = through, fractions = kind.elseAsDuckDB ? 'none' : 'all' }: Beside = {},
): void {
  const cases = tables
    .filter(({ rows }) => sizes.includes(rows))
    .map((table) => ({ ...table, name: kind.name }))
  describe.each(cases)('$name and memory over $rows rows', ({ rows, seed }) => {
    const table = randomTable(rows, seed)
    const memory = new MemorySource(table)
    let engine: Closable
    beforeAll(async () => {
      engine = await kind.open(table)
    })
    afterAll(() => engine.close())

    const moments = new Map<Reading, ReturnType<typeof answersAsPlanned>>()
    const momentsOf = (reading: Reading) => {
      if (!moments.has(reading)) moments.set(reading, answersAsPlanned(engine, momentRequests(reading)))
      return moments.get(reading)!
    }
    const ourMoments = (reading: Reading) => memory.answer(momentRequests(reading))

    const names = through.filter((name) => rows > 1 || !readings[name].view.sample)

    it.each(names)('give the same counts, entropies, order and rows: %s', async (name) => {
      expect(await compareSources(memory, engine, countRequests(readings[name]), 0)).toEqual([])
    })

    // What resamples by queries fetches no rows.
    it.skipIf(kind.resamples).each(names.filter((name) => dependence.includes(name)))(
      'give the same dependence, or refuse the weights: %s',
      async (name) => {
        const requests = dependenceRequests(readings[name])
        const [ours, theirs] = await Promise.all(
          [memory, engine].map((source) => source.answer(requests).catch((error: Error) => error.message)),
        )
        expect(theirs).toEqual(ours)
      },
    )

    // Sums of doubles in another order: 1e-9 of the value, or of the scale of its variables.
    it.each(names)('give the same moments to 1e-9: %s', async (name) => {
      const reading = readings[name]
      expect(differences(await ourMoments(reading), await momentsOf(reading), 1e-9)).toEqual([])
    })

    it.runIf(kind === kinds[0])('permute numbers in memory, where the engine hands them over', async () => {
      const permuted = (number: number): Request => ({
        kind: 'moments',
        family: {
          base: [numbers(columns.smooth)],
          each: [{ ...numbers(columns.target), permuted: { seed: 7, number } }],
        },
        of: 'values',
        view: {},
      })
      const [first, second] = await memory.answer([permuted(1), permuted(2)])
      const [one, two] = [first, second] as { n: Float64Array; comoment: Float64Array }[]
      // The values are the same, and so is their spread; only what goes with what differs.
      expect(Math.abs(one.comoment[3] - two.comoment[3])).toBeLessThanOrEqual(1e-9 * one.comoment[3])
      if (rows > 1) expect(one.comoment[1]).not.toBe(two.comoment[1])
      expect(differences([first, second], await engine.answer([permuted(1), permuted(2)]), 0)).toEqual([])
      const { kind: _, family, ...rest } = permuted(1) as Extract<Request, { kind: 'moments' }>
      const [variable] = (family as { each: readonly Variable[] }).each
      const order: Request = { ...rest, kind: 'order', variable, at: [], distinctUpTo: 0 }
      expect(differences(await memory.answer([order]), await engine.answer([order]), 0)).toEqual([])
    })

    it('permute no numbers where they do not fit into memory', async () => {
      const variable = { ...numbers(columns.target), permuted: { seed: 7, number: 1 } }
      const order: Request = { kind: 'order', variable, at: [], distinctUpTo: 0, view: {} }
      const refusal = kind.resamples ? 'unsuitable source' : 'no error'
      const message = await engine.answer([order]).then(
        () => 'no error',
        (error: Error) => error.message,
      )
      expect(message).toContain(refusal)
    })

    it.runIf(fractions === 'all')('agree to 1e-9 under fractional weights', async () => {
      expect(await compareSources(memory, engine, countRequests(fractional), 1e-9)).toEqual([])
      expect(differences(await ourMoments(fractional), await momentsOf(fractional), 1e-9)).toEqual([])
    })

    // Fewer rows than a vector of the engine has are summed in one order.
    it.skipIf(rows < 2_048)('gives moments the same bits on every run', async () => {
      const again = ['all', 'train', 'weightedTest'].filter((name) => names.includes(name))
      const plain = fractions === 'none' ? [] : [fractional]
      const other = await kind.open(table)
      try {
        for (const reading of [...plain, ...again.map((name) => readings[name])]) {
          const others = await other.answer(momentRequests(reading))
          expect(differences(await momentsOf(reading), others, 0)).toEqual([])
        }
      } finally {
        other.close()
      }
    })
  })
}
