import { CribaError, makeTable } from '#core'
import type { GivenType, BuiltColumn, Table } from '#core'
import { columnFromValues, numericColumn } from './build-column.ts'
import { typeOf } from './column-types.ts'
import type { ColumnTypes } from './column-types.ts'

/** Values of one column: a typed array, or an array of numbers, texts, booleans, dates and nulls. */
export type ColumnValues = ArrayLike<unknown>

/**
 * Makes a table from columns: an object of arrays, or pairs of name and array. A `Float64Array` in a shared
 * buffer whose values are all finite is used without a copy; everything else is copied once.
 *
 * @throws CribaError naming the column that is no list
 * @example tableFromColumns({ height: [1.7, 1.6, null], sex: ['f', 'm', 'f'] })
 */
export function tableFromColumns(
  columns: Readonly<Record<string, ColumnValues>> | Iterable<readonly [string, ColumnValues]>,
  types?: ColumnTypes,
): Table {
  const pairs = pairsOf(columns)
  const built = pairs.map(
    ([name, values]) =>
      useShared(name, values, typeOf(types, name)) ?? columnFromValues(name, values, typeOf(types, name)),
  )
  return makeTable(pairs[0]?.[1].length ?? 0, built)
}

function pairsOf(
  columns: Parameters<typeof tableFromColumns>[0],
): readonly (readonly [string, ColumnValues])[] {
  const given: unknown = columns
  if (typeof given !== 'object' || given === null)
    throw new CribaError(
      'invalid',
      `invalid columns: ${String(given)} (needs an object of lists, one a column)`,
    )
  const pairs: readonly unknown[] = Symbol.iterator in columns ? [...columns] : Object.entries(columns)
  for (const pair of pairs) {
    const [name, values] = (Array.isArray(pair) ? pair : []) as readonly unknown[]
    if (typeof name !== 'string')
      throw new CribaError(
        'invalid',
        'invalid columns: an item is no pair (needs a name and a list of values)',
      )
    if (!isListOfValues(values))
      throw new CribaError('invalid', `invalid column ${name}: no list (needs a list of values)`)
  }
  return pairs as readonly (readonly [string, ColumnValues])[]
}

/** A text has a length too, and would be read as its letters. */
function isListOfValues(values: unknown): boolean {
  return (
    typeof values === 'object' && values !== null && 'length' in values && typeof values.length === 'number'
  )
}

function useShared(name: string, values: ColumnValues, type: GivenType | undefined): BuiltColumn | null {
  if (!(values instanceof Float64Array) || (type !== undefined && type !== 'numeric')) return null
  const isShared = typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer
  if (isShared && values.every(Number.isFinite)) {
    return { column: { name, type: 'numeric', values, missing: null }, warnings: [] }
  }
  return numericColumn(name, values.length, (row) => values[row])
}
