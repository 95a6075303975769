import { MemorySource } from 'criba'
import type { Source, Table } from 'criba'
import { openSource, readTable } from 'criba/node'
import type { OpenOptions } from 'criba/node'
import { openByQueries } from '../reading/by-queries.ts'
import { wrongCells, wrongRowsOf } from './cells.ts'
import { makeTruth, mixed, unquoted } from './data.ts'
import type { TrueTable } from './data.ts'
import { wrongJoints } from './joint.ts'

/** The number of rows in the long tests. */
export const fullRows = Number(process.env.ROWS ?? 300_000)

/** Tables of 60 columns: with any texts, and with texts that need no quotes. */
export const full = {
  mixed: once(() => makeTruth(fullRows, mixed)),
  unquoted: once(() => makeTruth(fullRows, unquoted)),
}

/** One thread, and as many as the machine runs. */
const threads = [1, undefined]

/** The errors of both sources on a file, of DuckDB loaded and by queries, one line each; none if every cell and every joint statistic is right. */
export async function wrongInBothSources(
  path: string,
  truth: TrueTable,
  options: OpenOptions = {},
): Promise<string[]> {
  const table = await readTable(path, { types: truth.types, ...options })
  const wrong = await wrongInMemory(table, truth)
  for (const [name, open] of [
    ['duckdb', openSource],
    ['duckdb by queries', openByQueries],
  ] as const) {
    const source = await open(path, { types: truth.types, ...options, source: 'duckdb' })
    wrong.push(...(await wrongInSource(source, truth, name)))
    source.close()
  }
  return wrong
}

/** The same for a table. */
export async function wrongInMemory(table: Table, truth: TrueTable): Promise<string[]> {
  const cells = wrongCells(table, truth).map((line) => `table: ${line}`)
  return [...cells, ...(await wrongInSource(new MemorySource(table), truth, 'memory'))]
}

/** The same for a source. */
export async function wrongInSource(source: Source, truth: TrueTable, name: string): Promise<string[]> {
  const lines: string[] = []
  for (const count of threads) {
    const title = `${name}, ${count ?? 'all'} threads`
    const checks = [() => wrongRowsOf(source, truth, count), () => wrongJoints(source, truth, count)]
    for (const check of checks) {
      // An error becomes one more line, so that a test reports everything at once.
      const wrong = await check().catch((error: unknown) => [String(error)])
      lines.push(...wrong.map((line) => `${title}: ${line}`))
    }
  }
  return lines
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
