import { CribaError, makeTable, shownValue } from '#core'
import type { Table } from '#core'
import { columnFromValues } from './build-column.ts'
import { typeOf, typesFor } from './column-types.ts'
import type { ColumnTypes } from './column-types.ts'

/**
 * Makes a table from rows as objects. It has the columns of all rows, in order of first appearance;
 * a column that a row lacks is missing in that row.
 *
 * @throws CribaError naming the row that is no object
 * @example tableFromRows([{ height: 1.7, sex: 'f' }, { height: 1.6, sex: 'm' }])
 */
export function tableFromRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  types?: ColumnTypes,
): Table {
  checkRows(rows)
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  const typed = typesFor([...names], types)
  const built = [...names].map((name) => {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null))
    return columnFromValues(name, values, typeOf(typed, name))
  })
  return makeTable(rows.length, built)
}

/** Whether the values of an object are no properties of it: a list, a text, a map, a date and the like. */
function hasNoCells(row: object): boolean {
  if (Array.isArray(row) || ArrayBuffer.isView(row) || row instanceof String) return true
  return Object.keys(row).length === 0 && Object.prototype.toString.call(row) !== '[object Object]'
}

function checkRows(rows: unknown): void {
  if (!Array.isArray(rows)) throw new CribaError('invalid', 'invalid rows: no list (needs a list of objects)')
  for (const [row, cells] of rows.entries()) {
    if (typeof cells === 'object' && cells !== null && !hasNoCells(cells as object)) continue
    const shown = Array.isArray(cells) ? 'a list' : shownValue(cells)
    throw new CribaError(
      'invalid',
      `invalid row ${row + 1}: ${shown} (needs an object with a value for each column)`,
    )
  }
}
