import { MemorySource } from 'criba'
import type { Request, Source, Table, Variable, View } from 'criba'
import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'
import { kinds } from './engines.ts'
import type { Closable, Kind } from './engines.ts'
import { countRequests, fractional, momentRequests, views } from './requests.ts'
import { columns, numbers, randomTable } from './tables.ts'

// Some tables are small enough for empty cells, one is larger than the blocks of both sources.
const tables = [
  { rows: 1, seed: 1 },
  { rows: 11, seed: 2 },
  { rows: 300, seed: 3 },
  { rows: 2_500, seed: 5 },
  { rows: 9_000, seed: 4 },
]

/** Runs work with both sources over one table. */
export async function withSources<T>(
  table: Table,
  work: (memory: MemorySource, duckdb: Closable) => Promise<T>,
  kind: Kind = kinds[0],
): Promise<T> {
  const duckdb = await kind.open(table)
  try {
    return await work(new MemorySource(table), duckdb)
  } finally {
    duckdb.close()
  }
}

/** The answers of a source; checks that it runs as many queries as its plan says. */
export async function answersAsPlanned(source: Source, requests: readonly Request[]) {
  const planned = source.plan(requests).reduce((sum, { queries }) => sum + queries, 0)
  const before = source.work.queries
  const answers = await source.answer(requests)
  expect(source.work.queries - before).toBe(planned)
  return answers
}

/** The differences between the answers of both sources; a `tolerance` of 0 compares to the bit. */
export async function compare(
  table: Table,
  requests: readonly Request[],
  tolerance: number,
  kind?: Kind,
): Promise<readonly string[]> {
  return withSources(
    table,
    async (memory, duckdb) => {
      const theirs = await answersAsPlanned(duckdb, requests)
      const ours = await memory.answer(requests)
      return differences(ours, theirs, tolerance)
    },
    kind,
  )
}

/** Compares every answer of the engines with memory's, over tables with the given numbers of rows. */
export function holdParity(kinds: readonly Kind[], sizes: readonly number[]): void {
  const cases = kinds.flatMap((kind) =>
    tables.filter(({ rows }) => sizes.includes(rows)).map((table) => ({ ...table, kind, name: kind.name })),
  )
  describe.each(cases)('$name and memory over $rows rows', ({ rows, seed, kind }) => {
    const table = randomTable(rows, seed)

    const names = Object.keys(views).filter((name) => rows > 1 || !views[name].sample)

    it.each(names)('give the same counts, entropies, order and rows: %s', async (name) => {
      expect(await compare(table, countRequests(views[name]), 0, kind)).toEqual([])
    })

    // Sums of doubles in another order agree to 1e-9 of the value, or of the scale of its variables.
    it.each(names)('give the same moments to 1e-9: %s', async (name) => {
      expect(await compare(table, momentRequests(views[name]), 1e-9, kind)).toEqual([])
    })

    it('permute numbers in memory if the engine can return them', async () => {
      const permuted = (number: number): Request => ({
        kind: 'moments',
        family: { base: [numbers(columns.smooth)], each: [numbers(columns.target)] },
        of: 'values',
        view: { permuted: { column: columns.target, seed: 7, number } },
      })
      await withSources(table, async (memory, duckdb) => {
        const [first, second] = await memory.answer([permuted(1), permuted(2)])
        const [one, two] = [first, second] as { n: Float64Array; comoment: Float64Array }[]
        // The values and their spread are the same; only their pairing differs.
        expect(Math.abs(one.comoment[3] - two.comoment[3])).toBeLessThanOrEqual(1e-9 * one.comoment[3])
        if (rows > 1) expect(one.comoment[1]).not.toBe(two.comoment[1])
        expect(differences([first, second], await duckdb.answer([permuted(1), permuted(2)]), 0)).toEqual([])
        const { kind: _, family, ...rest } = permuted(1) as Extract<Request, { kind: 'moments' }>
        const [variable] = (family as { each: readonly Variable[] }).each
        const order: Request = { ...rest, kind: 'order', variable, at: [], distinctUpTo: 0 }
        expect(differences(await memory.answer([order]), await duckdb.answer([order]), 0)).toEqual([])
      })
    })

    it('refuse to permute numbers that do not fit into memory', async () => {
      await withSources(
        table,
        async (_, source) => {
          const view: View = { permuted: { column: columns.target, seed: 7, number: 1 } }
          const variable = numbers(columns.target)
          const order: Request = { kind: 'order', variable, at: [], distinctUpTo: 0, view }
          const refusal = kind.resamples ? 'unsuitable source' : 'no error'
          const message = await source.answer([order]).then(
            () => 'no error',
            (error: Error) => error.message,
          )
          expect(message).toContain(refusal)
        },
        kind,
      )
    })

    it('agree to 1e-9 under fractional weights', async () => {
      const requests = [...countRequests(fractional), ...momentRequests(fractional)]
      expect(await compare(table, requests, 1e-9, kind)).toEqual([])
    })

    it('give moments that are the same to the bit in every run', async () => {
      const { train, weightedTest } = views
      const through = kind.resamples && rows > 1 ? [{}, fractional, train, weightedTest] : [{}, fractional]
      const requests = through.flatMap(momentRequests)
      const run = () => withSources(table, (_, duckdb) => duckdb.answer(requests), kind)
      expect(differences(await run(), await run(), 0)).toEqual([])
    })
  })
}
