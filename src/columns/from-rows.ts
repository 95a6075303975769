import { columnFromValues } from './build-column.ts'
import { typeOf } from './from-columns.ts'
import type { ColumnTypes } from './from-columns.ts'
import { makeTable } from './table.ts'
import type { Table } from './table.ts'

/**
 * A table from rows as objects. The columns are those of all rows, in order of first appearance;
 * a row without a column has no value there.
 *
 * @example tableFromRows([{ height: 1.7, sex: 'f' }, { height: 1.6, sex: 'm' }])
 */
export function tableFromRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  types?: ColumnTypes,
): Table {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  const built = [...names].map((name) => {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null))
    return columnFromValues(name, values, typeOf(types, name))
  })
  return makeTable(rows.length, built)
}
