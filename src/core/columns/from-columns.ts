import type { GivenType } from '../spec/given-types.ts'
import { columnFromValues, numericColumn } from './build-column.ts'
import { typeOf } from './column-types.ts'
import type { ColumnTypes } from './column-types.ts'
import { makeTable } from './table.ts'
import type { BuiltColumn, Table } from './table.ts'

/** Values of one column: a typed array, or an array of numbers, texts, booleans, dates and nulls. */
export type ColumnValues = ArrayLike<unknown>

/**
 * Makes a table from columns: an object of arrays, or pairs of name and array. A `Float64Array` in a shared
 * buffer whose values are all finite is used without a copy; everything else is copied once.
 *
 * @example tableFromColumns({ height: [1.7, 1.6, null], sex: ['f', 'm', 'f'] })
 */
export function tableFromColumns(
  columns: Readonly<Record<string, ColumnValues>> | Iterable<readonly [string, ColumnValues]>,
  types?: ColumnTypes,
): Table {
  const pairs = Symbol.iterator in columns ? [...columns] : Object.entries(columns)
  const built = pairs.map(
    ([name, values]) =>
      useShared(name, values, typeOf(types, name)) ?? columnFromValues(name, values, typeOf(types, name)),
  )
  return makeTable(pairs[0]?.[1].length ?? 0, built)
}

function useShared(name: string, values: ColumnValues, type: GivenType | undefined): BuiltColumn | null {
  if (!(values instanceof Float64Array) || (type !== undefined && type !== 'numeric')) return null
  const isShared = typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer
  if (isShared && values.every(Number.isFinite)) {
    return { column: { name, type: 'numeric', values, missing: null }, warnings: [] }
  }
  return numericColumn(name, values.length, (row) => values[row])
}
