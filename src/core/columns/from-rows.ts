import { columnFromValues } from './build-column.ts'
import { typeOf } from './column-types.ts'
import type { ColumnTypes } from './column-types.ts'
import { makeTable } from './table.ts'
import type { Table } from './table.ts'

/**
 * Makes a table from rows as objects. It has the columns of all rows, in order of first appearance;
 * a column that a row lacks is missing in that row.
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
