import { CribaError, makeTable } from '#core'
import type { Table } from '#core'
import { columnFromValues } from './build-column.ts'
import { typeOf } from './column-types.ts'
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
  const built = [...names].map((name) => {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null))
    return columnFromValues(name, values, typeOf(types, name))
  })
  return makeTable(rows.length, built)
}

function checkRows(rows: unknown): void {
  if (!Array.isArray(rows)) throw new CribaError('invalid', 'invalid rows: no list (needs a list of objects)')
  for (const [row, cells] of rows.entries()) {
    if (typeof cells === 'object' && cells !== null && !Array.isArray(cells)) continue
    const shown = Array.isArray(cells) ? 'a list' : String(cells)
    throw new CribaError(
      'invalid',
      `invalid row ${row + 1}: ${shown} (needs an object with a value for each column)`,
    )
  }
}
