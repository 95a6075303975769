import * as criba from 'criba'
import type { Request, Source } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { columnFacts } from '../../dist/src/sql/relation.js'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { storeTable } from '../../dist/src/sql/duckdb/store-table.js'
import { loadTable } from '../../dist/src/sql/load-table.js'
import { sourceOver } from '../../dist/src/sql/loading-source.js'
import { rank, select } from '../untyped.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

/** The rows of each value of a column. */
const counted = (column: number): Request => ({
  kind: 'counts',
  family: { list: [[{ column, coding: { kind: 'values' } }]] },
  view: {},
})

/** The statements that a request takes, and the rows that they return. */
async function workOf(source: Source, request: Request) {
  const planned = source.plan([request]).reduce((sum, { queries }) => sum + queries, 0)
  const { queries, rows } = { ...source.work }
  await source.answer([request])
  expect(source.work.queries - queries).toBe(planned)
  return { queries: planned, rows: source.work.rows - rows }
}

// Whole analyses where memory is short, in loaded.long.ts.
describe('a table in DuckDB', () => {
  // 300,000 rows of 16 columns take 38 MB, more than half of 64 MB.
  const long = () =>
    folder.parquet(
      'long.parquet',
      `SELECT (i % 3)::VARCHAR AS g, ${Array.from({ length: 15 }, (_, j) => `(i * ${j + 3}) % 1009 / 8 AS x${j}`).join(', ')} FROM range(300000) r(i)`,
    )

  it('is read once, and only the columns that are asked for', async () => {
    const path = await folder.parquet(
      'short.parquet',
      'SELECT (i % 3)::VARCHAR AS g, i % 7 AS a, i % 5 AS b, i % 11 AS c FROM range(30000) r(i)',
    )
    const source = await openSource(path, { source: 'duckdb', memory: '1GB' })
    expect(source.name).toBe('duckdb')
    expect(source.levelsOf!(0)).toBe(null)
    expect(await workOf(source, counted(0))).toEqual({ queries: 1, rows: 30_000 })
    expect(source.levelsOf!(0)).toEqual(['0', '1', '2'])
    expect(await workOf(source, counted(0))).toEqual({ queries: 0, rows: 0 })
    const [one, two] = await Promise.all([source.answer([counted(3)]), source.answer([counted(3)])])
    expect(one).toEqual(two)
    expect(await workOf(source, counted(3))).toEqual({ queries: 0, rows: 0 })
    expect(Object.keys(source.work.kernels).length).toBeGreaterThan(0)
    source.close()
  })

  it('is loaded again where memory is short, with the same answers', async () => {
    const path = await long()
    const [large, little] = await Promise.all(
      ['1GB', '64MB'].map((memory) => openSource(path, { source: 'duckdb', memory })),
    )
    const moments: Request = {
      kind: 'moments',
      family: { base: [], each: Array.from({ length: 15 }, (_, j) => ({ column: j + 1, coding: null })) },
      of: 'values',
      view: {},
    }
    expect(await little.answer([moments])).toEqual(await large.answer([moments]))
    // 32 MB hold 13 columns of 15.
    const before = [large, little].map((source) => source.work.queries)
    expect(await little.answer([moments])).toEqual(await large.answer([moments]))
    expect(large.work.queries).toBe(before[0])
    expect(little.work.queries).toBeGreaterThan(before[1])
    for (const column of [0, 1, 15])
      expect(await little.answer([counted(column)])).toEqual(await large.answer([counted(column)]))
    large.close()
    little.close()
  })

  it('has the results of memory to the bit, equal rows kept together', async () => {
    const rows = Array.from({ length: 400 }, (_, row) => {
      const i = row % 260
      const x = [Math.sin(i) * 10, (i * 37) % 101, i % 9 === 0 ? '' : Math.cos(i * 7)]
      return [...x, ['a', 'b', 'é,ü', ''][i % 4], i % 7, Math.sin(i) + Math.cos(i * 3) > 0 ? 'yes' : 'no']
    })
    const text = ['a,b,c,d,e,y', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n')
    const path = folder.write('repeats.csv', text)
    const memory = await openSource(path, { source: 'memory' })
    const duckdb = await openSource(path, { source: 'duckdb' })
    const spec = { target: 'y' }
    const resultsOf = async (source: Source) => {
      const results = [
        await rank(source, { ...spec, by: ['anova-f', 'mutual-information'] }),
        await select(source, { ...spec, k: 2, evidence: { folds: 3 } }),
        await criba.describe(source, spec),
        await criba.interactions(source, spec),
      ]
      return JSON.stringify(results)
        .replace(/"seconds":[\d.e-]+/g, '')
        .replaceAll('"source":"duckdb"', '"source":"memory"')
    }
    const ours = await resultsOf(memory)
    expect(ours).toContain('equal rows are kept in one fold')
    expect(await resultsOf(duckdb)).toBe(ours)
    for (const source of [memory, duckdb]) source.close()
  })

  it('loads texts of any length, with gaps and in any order of the rows', async () => {
    // Twelve bytes are the most that the engine keeps without a pointer.
    const texts = Array.from({ length: 30 }, (_, i) => 'é\0x'.repeat(12).slice(0, i) + String(i % 4))
    const textAt = (row: number) => (row % 11 === 3 ? null : texts[(row * 7) % 30])
    const cells = Array.from({ length: 5000 }, (_, row) => textAt(row))
    const sparse = cells.map((cell, row) => (row === 4321 ? cell : null))
    const engine = await DuckEngine.start({ rows: cells.length })
    const table = criba.tableFromColumns({ cells, sparse, full: cells.map((cell) => cell ?? '') })
    const view = await storeTable(engine, table)
    expect((await loadTable(engine, view)).columns).toEqual(table.columns)
    const backwards = { ...view, from: `(SELECT * FROM ${view.from} ORDER BY criba_row DESC)` }
    expect((await loadTable(engine, backwards)).columns).toEqual(table.columns)
    engine.close()
  })

  it('is loaded for one call while another that waits is interrupted', async () => {
    const engine = await DuckEngine.start({ rows: 3 })
    const columns = { a: [1, 2, 2], b: ['p', 'q', 'q'] }
    const view = await storeTable(engine, criba.tableFromColumns(columns))
    const source = sourceOver({ ...view, engine, columns: await columnFacts(engine, view) })
    let interrupted = 0
    engine.interrupt = () => void interrupted++
    const stop = new AbortController()
    const [first, second] = [
      source.answer([counted(0)]),
      source.answer([counted(1)], { signal: stop.signal }),
    ]
    stop.abort()
    await expect(second).rejects.toMatchObject({ code: 'interrupted' })
    expect((await first)[0]).toMatchObject([{ cells: Float64Array.of(1, 2) }])
    expect(interrupted).toBe(0)
    source.close()
  })

  it('reads a column that is first asked for after equal rows were grouped', async () => {
    const path = await folder.parquet(
      'few.parquet',
      `SELECT i % 5 AS a, (i % 3)::VARCHAR AS b FROM range(30) r(i)`,
    )
    const source = await openSource(path, { source: 'duckdb' })
    const groups = Array.from({ length: 30 }, (_, row) => row % 15)
    const grouped = source.withGroups!('groups', groups, 15)
    expect(grouped.columns.map(({ name }) => name)).toEqual(['a', 'b', 'groups'])
    expect([grouped.distinctRows, grouped.name, grouped.rowsAtHand]).toEqual([15, 'duckdb', true])
    const cellsOf = async (column: number) => (await grouped.answer([counted(column)]))[0]
    const before = source.work.queries
    expect(await cellsOf(2)).toMatchObject([{ levels: [Array.from({ length: 15 }, (_, i) => i)] }])
    expect(source.work.queries).toBe(before)
    expect(await cellsOf(1)).toMatchObject([
      { levels: [['0', '1', '2']], cells: Float64Array.of(10, 10, 10) },
    ])
    await source.answer([counted(0)])
    expect(await cellsOf(0)).toMatchObject([{ levels: [[0, 1, 2, 3, 4]] }])
    expect(source.work.queries).toBe(before + 2)
    expect(grouped.work.queries).toBe(before + 2)
    source.close()
  })
})
