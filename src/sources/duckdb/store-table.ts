import type { Column } from '../../columns/column.ts'
import type { Table } from '../../columns/table.ts'
import { duckApi } from './api.ts'
import { quotedName } from './engine.ts'
import type { Engine } from './engine.ts'
import type { TypedView } from './typed-view.ts'

const rowsAChunk = 2048

/** Puts a table of memory into the engine. */
export async function storeTable(
  engine: Engine,
  { rows, columns, warnings }: Table,
  name = 'criba table',
): Promise<TypedView> {
  const { DOUBLE, DuckDBDataChunk, VARCHAR } = duckApi()
  const types = columns.map(({ type }) => (type === 'numeric' ? DOUBLE : VARCHAR))
  const list = types.map((type, index) => `c${index} ${type.toString()}`)
  await engine.rows(`CREATE OR REPLACE TABLE ${quotedName(name)} (${list.join(', ')})`)
  const appender = await engine.appender(name)
  for (let from = 0; from < rows; from += rowsAChunk) {
    const to = Math.min(rows, from + rowsAChunk)
    const chunk = DuckDBDataChunk.create(types, to - from)
    columns.forEach((column, index) => chunk.setColumnValues(index, valuesOf(column, from, to)))
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  const typed = columns.map((column, index) => ({ name: column.name, type: column.type, sql: `c${index}` }))
  return { from: quotedName(name), rows, columns: typed, warnings }
}

function valuesOf(column: Column, from: number, to: number): (number | string | null)[] {
  return Array.from({ length: to - from }, (_, i) => {
    const row = from + i
    if (column.missing?.[row]) return null
    return column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
  })
}
