import { checkTable } from '#core'
import type { Column, Table } from '#core'
import { MemorySource } from '#memory'
import type { RelationColumn } from '../relation.ts'
import { SqlSource } from '../source.ts'
import { DuckEngine } from './engine.ts'
import { storeTable } from './store-table.ts'

/**
 * Copies a table from memory into a new DuckDB engine, which then answers requests by queries.
 *
 * @example const source = await duckSourceOf(tableFromColumns({ height: [1.7, 1.6], sex: ['f', 'm'] }))
 */
export async function duckSourceOf(table: Table): Promise<SqlSource> {
  checkTable(table)
  const engine = await DuckEngine.start({ rows: table.rows })
  const view = await storeTable(engine, table)
  const facts = new MemorySource(table).columns.map((fact, i) => ({
    ...fact,
    ...rangeIn(table.columns[i]),
    sql: view.columns[i].sql,
  }))
  return new SqlSource({ ...view, engine, columns: facts })
}

function rangeIn(column: Column): Pick<RelationColumn, 'range'> {
  if (column.type !== 'numeric') return {}
  const { values, missing } = column
  let [min, max] = [Infinity, -Infinity]
  for (let row = 0; row < values.length; row++) {
    if (missing?.[row]) continue
    if (values[row] < min) min = values[row]
    if (values[row] > max) max = values[row]
  }
  return min <= max ? { range: [min, max] } : {}
}
