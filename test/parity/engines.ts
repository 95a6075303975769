import { MemorySource } from 'criba'
import type { Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { storeTable } from '../../dist/src/sql/duckdb/store-table.js'
import type { EngineBlock, Engine, Tables } from '../../dist/src/sql/engine.js'
import { SqlSource } from '../../dist/src/sql/source.js'
import { randomNumbers } from './tables.ts'

/** A source that has to be closed. */
export type Closable = Source & { close(): void }

/** A kind of engine, which opens a source over a table. */
export interface Kind {
  readonly name: string
  open(table: Table): Promise<Closable>
  /** Whether it answers requests under permutations and folds by queries. */
  readonly resamples: boolean
  /** Whether it answers all other requests as plain DuckDB does. */
  readonly elseAsDuckDB?: boolean
}

/** Plain DuckDB; DuckDB without the fallback to memory; and engines that return rows in random order. */
export const kinds: readonly Kind[] = [
  { name: 'DuckDB', open: duckSourceOf, resamples: false },
  {
    name: 'DuckDB by queries alone',
    open: (table) => scrambled(table, null, true),
    resamples: true,
    elseAsDuckDB: true,
  },
  { name: 'a scrambling engine', open: (table) => scrambled(table, 1, true), resamples: true },
  {
    name: 'a scrambling engine without tables',
    open: (table) => scrambled(table, 2, false),
    resamples: false,
  },
]

async function scrambled(table: Table, seed: number | null, temporaryTables: boolean): Promise<SqlSource> {
  const duckdb = await DuckEngine.start({ rows: table.rows })
  const view = await storeTable(duckdb, table)
  const engine = seed === null ? duckdb : scramblingEngine(duckdb, seed, temporaryTables)
  const facts = new MemorySource(table).columns.map((fact, i) => ({ ...fact, sql: view.columns[i].sql }))
  // Fetch only what no query can answer.
  const fetched = temporaryTables ? { fetched: 0 } : {}
  return new SqlSource({ ...view, engine, columns: facts }, fetched)
}

/** An engine that shuffles the rows of every result, and may refuse to create tables. */
export function scramblingEngine(duckdb: DuckEngine, seed: number, makesTables: boolean): Engine {
  const random = randomNumbers(seed)
  const allowed = (sql: string) => {
    if (!makesTables && !/^(SELECT|WITH|SET) /.test(sql)) throw new Error(`it takes no ${sql}`)
    return sql
  }
  const store: Tables['store'] = (table, rows, columns) => {
    const places = shuffled([...Array(rows).keys()], random)
    const cells = columns.map((column) => ({ ...column, at: (row: number) => column.at(places[row]) }))
    return duckdb.store(table, rows, cells)
  }
  return {
    name: 'duckdb',
    dialect: duckdb.dialect,
    tables: makesTables ? { run: (sql) => duckdb.run(sql), store } : null,
    work: duckdb.work,
    workers: duckdb.workers,
    rows: async (sql, worker) => shuffled([...(await duckdb.rows(allowed(sql), worker))], random),
    async *blocks(sql, worker) {
      const blocks: EngineBlock[] = []
      for await (const block of duckdb.blocks(allowed(sql), worker)) blocks.push(block)
      for (const block of shuffled(blocks, random)) yield shuffledBlock(block, random)
    },
    onOneThread: (work) => duckdb.onOneThread(work),
    interrupt: () => duckdb.interrupt(),
    close: () => duckdb.close(),
  }
}

function shuffledBlock(block: EngineBlock, random: () => number): EngineBlock {
  const order = shuffled([...Array(block.rows).keys()], random)
  return {
    rows: block.rows,
    numbers: (column) => {
      const values = block.numbers(column)
      return Float64Array.from(order, (row) => values[row])
    },
    value: (column, row) => block.value(column, order[row]),
  }
}

function shuffled<T>(list: T[], random: () => number): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[list[last], list[other]] = [list[other], list[last]]
  }
  return list
}
