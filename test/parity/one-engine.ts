import { MemorySource } from 'criba'
import type { Source, Table } from 'criba'
import { afterAll, beforeAll } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { storeTable } from '../../dist/src/sql/duckdb/store-table.js'
import { SqlSource } from '../../dist/src/sql/source.js'

/** One DuckDB engine for the tests of a file: a source over a table takes the place of the one before. */
export function oneEngine(rows = 1000): { readonly sourceOf: (table: Table) => Promise<Source> } {
  let engine: DuckEngine
  beforeAll(async () => {
    engine = await DuckEngine.start({ rows })
  })
  afterAll(() => engine.close())
  return {
    sourceOf: async (table) => {
      const view = await storeTable(engine, table)
      const facts = new MemorySource(table).columns.map((fact, i) => ({ ...fact, sql: view.columns[i].sql }))
      return new SqlSource({ ...view, engine, columns: facts })
    },
  }
}
