import type { Table } from '../../columns/table.ts'
import { MemorySource } from '../memory/source.ts'
import { Engine } from './engine.ts'
import { storeTable } from './store-table.ts'
import { DuckSource } from './source.ts'

/**
 * A source that answers from DuckDB over a table in memory, which is copied into an engine of its own.
 *
 * @example const source = await duckSourceOf(tableFromColumns({ height: [1.7, 1.6], sex: ['f', 'm'] }))
 */
export async function duckSourceOf(table: Table): Promise<DuckSource> {
  const engine = await Engine.start()
  const { from, columns } = await storeTable(engine, table)
  const facts = new MemorySource(table).columns.map((fact, index) => ({ ...fact, sql: columns[index].sql }))
  return new DuckSource({ engine, from, rows: table.rows, columns: facts, warnings: table.warnings })
}
