import type { Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import type { Call } from './calls.ts'
import { Coverage } from './coverage.ts'
import type { Wanted } from './coverage.ts'
import { drawFrom } from './draw.ts'
import type { Draw } from './draw.ts'
import { differencesOf, checkCall } from './outcome.ts'
import { build, oddTable } from './odd-tables.ts'
import type { OddTable } from './odd-tables.ts'
import { callText } from './call-text.ts'

const first = Number(process.env['CRIBA_SEED'] ?? 1)
const tables = Number(process.env['CRIBA_TABLES'] ?? 1000)
/** Tables in one test. */
const block = 50
/** Further failures of a test are counted, not printed. */
const mostShown = 5

/** Calls are drawn until one gives a result, at most this often. */
const draws = 10

type DrawCall = (draw: Draw, table: OddTable) => Call

/** This many more tables are drawn, and used only where the first call names a method that gave no result yet. */
const mostDrawn = 20_000

/**
 * Makes random calls on random tables and checks each result; then further ones until all that is wanted gave a result. A seed
 * gives the same table for every kind of call.
 */
export function fuzz(name: string, drawCall: DrawCall, wanted: Wanted): void {
  const coverage = new Coverage(wanted)
  const failuresAt = (seed: number, mostDraws = draws) =>
    failuresOf(seed, name, drawCall, coverage, mostDraws)
  describe(`${name} on ${tables} tables, CRIBA_SEED=${first}`, () => {
    for (let from = first; from < first + tables; from += block) {
      const to = Math.min(from + block, first + tables)
      it(`seeds ${from} to ${to - 1}`, async () => {
        const failures: string[] = []
        for (let seed = from; seed < to; seed++) failures.push(...(await failuresAt(seed)))
        expectNone(failures)
      })
    }

    // Not where a failure is repeated.
    it.skipIf(tables < block)(
      `${wanted.what}, policy for missing values and discretiser gave a result`,
      async () => {
        const failures: string[] = []
        for (const method of coverage.missing()) {
          const start = first + tables
          for (let seed = start; seed < start + mostDrawn && !coverage.has(method); seed++) {
            const { spec } = drawCall(drawFrom(draws * seed), oddTable(drawFrom(seed)))
            if (JSON.stringify(spec).includes(`"${method}`)) failures.push(...(await failuresAt(seed, 1)))
          }
        }
        expectNone(failures)
        expect(coverage.missing()).toEqual([])
      },
    )
  })
}

function expectNone(failures: readonly string[]): void {
  const more = failures.length > mostShown ? `\nand ${failures.length - mostShown} more` : ''
  expect(failures.length, failures.slice(0, mostShown).join('\n') + more).toBe(0)
}

async function failuresOf(
  seed: number,
  name: string,
  drawCall: DrawCall,
  coverage: Coverage,
  mostDraws: number,
): Promise<string[]> {
  const odd = oddTable(drawFrom(seed))
  const table = build(odd)
  const duckdb = await duckSourceOf(table)
  const failures: string[] = []
  try {
    for (let drawn = 0; drawn < mostDraws; drawn++) {
      // Each call has a seed of its own, so that it can be repeated alone.
      const call = drawCall(drawFrom(draws * seed + drawn), odd)
      const { result, broken } = await failuresOfCall(call, { table, duckdb })
      if (broken.length > 0) {
        const repeat = `CRIBA_SEED=${seed} CRIBA_TABLES=1 npm run test:long -- ${name}`
        failures.push(['', repeat, callText(odd, call), ...broken.map((line) => `  ${line}`)].join('\n'))
      }
      if (!result) continue
      coverage.add(call, result)
      break
    }
  } finally {
    duckdb.close()
  }
  return failures
}

/** Makes a call in memory, again on one thread, and on DuckDB, and lists what is wrong. */
async function failuresOfCall(
  call: Call,
  { table, duckdb }: { readonly table: Table; readonly duckdb: Source },
): Promise<{ readonly result: object | undefined; readonly broken: readonly string[] }> {
  const memory = await checkCall(call, table)
  const again = await checkCall(call, table, { threads: 1 })
  const engine = await checkCall(call, duckdb)
  const broken = [
    ...memory.broken.map((line) => `in memory, ${line}`),
    ...engine.broken.map((line) => `on DuckDB, ${line}`),
    ...differencesOf(memory.outcome, again.outcome, 0).map((line) => `again, on one thread: ${line}`),
    ...differencesOf(memory.outcome, engine.outcome, call.ofCounts ? 0 : 1e-9).map(
      (line) => `memory, DuckDB: ${line}`,
    ),
  ]
  return { result: memory.outcome.result, broken }
}
