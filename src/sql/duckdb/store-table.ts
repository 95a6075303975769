import type { Column, Table } from '#core'
import type { StoredColumn } from '../engine.ts'
import type { KeyedView, TypedColumn } from '../relation.ts'
import { rowKey } from '../row-key.ts'
import { quotedName } from './dialect.ts'
import type { DuckEngine } from './engine.ts'

/** Copies a table into the engine, with the row key. */
export async function storeTable(
  engine: DuckEngine,
  { rows, columns, warnings }: Table,
  name = 'criba table',
): Promise<KeyedView> {
  const key: StoredColumn = { name: rowKey, kind: 'whole', at: (row) => row }
  await engine.store(name, rows, [key, ...columns.map(storedColumn)])
  return storedView(name, { rows, columns: columns.map(typeOfColumn), warnings })
}

/**
 * The typed view of an engine table that has the row key in `criba_row` and the columns in `c0`, `c1`, …:
 * finite DOUBLEs or VARCHARs, NULL if missing.
 */
export function storedView(
  name: string,
  {
    rows,
    columns,
    warnings,
  }: Pick<KeyedView, 'rows' | 'warnings'> & {
    readonly columns: readonly Omit<TypedColumn, 'sql'>[]
  },
): KeyedView {
  const typed = columns.map(({ name, type, time, unit }, index) => ({
    name,
    type,
    ...(time && { time }),
    ...(unit !== undefined && { unit }),
    sql: `c${index}`,
  }))
  return { from: quotedName(name), key: rowKey, rows, columns: typed, warnings }
}

function typeOfColumn(column: Column): Omit<TypedColumn, 'sql'> {
  const { name, type } = column
  if (column.type === 'categorical') return { name, type }
  const { time, unit } = column
  return { name, type, ...(time && { time }), ...(unit !== undefined && { unit }) }
}

function storedColumn(column: Column, index: number): StoredColumn {
  const { missing } = column
  const name = `c${index}`
  return column.type === 'numeric'
    ? { name, kind: 'number', at: (row) => (missing?.[row] ? null : column.values[row]) }
    : { name, kind: 'text', at: (row) => (missing?.[row] ? null : column.levels[column.codes[row]]) }
}
