import { CribaError, invalidPart, makeTable } from '#core'
import type { GivenType, BuiltColumn, Table } from '#core'
import { columnFromValues, numericColumn } from './build-column.ts'
import { typeOf, typesFor } from './column-types.ts'
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
  const typed = typesFor(
    pairs.map(([name]) => name),
    types,
  )
  const built = pairs.map(
    ([name, values]) =>
      useShared(name, values, typeOf(typed, name)) ?? columnFromValues(name, values, typeOf(typed, name)),
  )
  return makeTable(pairs[0]?.[1].length ?? 0, built)
}

function pairsOf(
  columns: Parameters<typeof tableFromColumns>[0],
): readonly (readonly [string, ColumnValues])[] {
  const given: unknown = columns
  if (typeof given !== 'object' || given === null)
    throw invalidPart('columns', given, 'an object of lists, one a column')
  const pairs: readonly unknown[] = Symbol.iterator in columns ? [...columns] : Object.entries(columns)
  return pairs.map((pair) => {
    const [name, values] = (Array.isArray(pair) && pair.length === 2 ? pair : []) as readonly unknown[]
    if (typeof name !== 'string')
      throw new CribaError(
        'invalid',
        'invalid columns: an item is no pair (needs a name and a list of values)',
      )
    const list = listOfValues(values)
    if (!list) throw new CribaError('invalid', `invalid column ${name}: no list (needs a list of values)`)
    return [name, list] as const
  })
}

/**
 * The values of a list, null if it is none. A text has a length too, and would be read as its letters; an
 * object with a length whose values are behind a function would be read as missing values.
 */
function listOfValues(values: unknown): ColumnValues | null {
  if (Array.isArray(values)) return values as readonly unknown[]
  if (typeof values !== 'object' || values === null || !('length' in values)) return null
  if (values instanceof String) return null
  if (ArrayBuffer.isView(values)) return values as unknown as ColumnValues
  if (Symbol.iterator in values) return [...(values as Iterable<unknown>)]
  const { length } = values
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return null
  for (let row = 0; row < length; row++) if (!(row in values)) return null
  return values as ColumnValues
}

function useShared(name: string, values: ColumnValues, type: GivenType | undefined): BuiltColumn | null {
  if (!(values instanceof Float64Array) || (type !== undefined && type !== 'numeric')) return null
  const isShared = typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer
  if (isShared && values.every(Number.isFinite)) {
    return { column: { name, type: 'numeric', values, missing: null }, warnings: [] }
  }
  return numericColumn(name, values.length, (row) => values[row])
}
