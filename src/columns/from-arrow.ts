import { CribaError } from '../spec/error.ts'
import { timeOfType } from '../spec/given-types.ts'
import { columnFromValues } from './build-column.ts'
import type { TimeKind } from './column.ts'
import { heldType } from './notices.ts'
import { tableFromColumns, typeOf } from './from-columns.ts'
import type { ColumnTypes } from './from-columns.ts'
import { makeTable } from './table.ts'
import type { Table } from './table.ts'

/** What criba needs of an Arrow table; `apache-arrow` tables have this shape. */
export interface ArrowTable {
  readonly numRows: number
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] }
  getChildAt(index: number): ArrowVector | null
}

interface ArrowVector {
  readonly nullCount: number
  get(row: number): unknown
  toArray(): ArrayLike<unknown>
}

/**
 * A table from an Arrow table, by its shape: `schema.fields` and `getChildAt`. Dates become days since 1970, timestamps
 * seconds since 1970, times seconds since midnight, decimals numbers; lists, structures and bytes are refused.
 */
export function tableFromArrow(arrow: ArrowTable, types?: ColumnTypes): Table {
  const built = arrow.schema.fields.map(({ name, type: arrowType }, index) => {
    const vector = arrow.getChildAt(index)!
    const type = typeOf(types, name)
    const read = readingOf(name, String(arrowType))
    if (String(arrowType) === 'Float64' && vector.nullCount === 0 && type !== 'categorical') {
      const table = tableFromColumns([[name, vector.toArray()]])
      return { column: table.columns[0], warnings: table.warnings }
    }
    const time = timeOfArrow(String(arrowType))
    const asked = timeOfType(type)
    if (time && asked && asked !== time) throw heldType(name, type!, String(arrowType))
    const values = Array.from({ length: arrow.numRows }, (_, row) => {
      const value = vector.get(row)
      return value === null || value === undefined ? null : read(value)
    })
    const built = columnFromValues(name, values, time && asked ? undefined : type)
    if (!time || built.column.type === 'categorical') return built
    return { ...built, column: { ...built.column, time } }
  })
  return makeTable(arrow.numRows, built)
}

/** The type of the values, also where they are in a dictionary. */
function valueType(type: string): string {
  return /^Dictionary<.*?, (.*)>$/.exec(type)?.[1] ?? type
}

function timeOfArrow(type: string): TimeKind | undefined {
  const values = valueType(type)
  if (/^Date/.test(values)) return 'date'
  if (/^Timestamp/.test(values)) return 'datetime'
  return /^Time\d/.test(values) ? 'time' : undefined
}

type Reading = (value: unknown) => unknown

const perSecond: Readonly<Record<string, number>> = {
  SECOND: 1,
  MILLISECOND: 1e3,
  MICROSECOND: 1e6,
  NANOSECOND: 1e9,
}

/** What values of a type mean, by the text of the type as `apache-arrow` writes it: `Int32`, `Time64<MICROSECOND>`, … */
function readingOf(name: string, type: string): Reading {
  const values = valueType(type)
  if (/^(Uint|Int|Float)\d+$|^((Large)?Utf8(View)?|Bool|Null)$/.test(values)) return (value) => value
  // Dates and timestamps come as milliseconds since 1970, whatever their unit.
  if (/^Date/.test(values)) return (value) => Number(value) / 864e5
  if (/^Timestamp/.test(values)) return (value) => Number(value) / 1e3
  const unit = /^(?:Time\d+|Duration)<(\w+)>$/.exec(values)
  if (unit) return (value) => Number(value) / perSecond[unit[1]]
  const decimal = /^Decimal\[\d+e([+-]?\d+)\]$/.exec(values)
  if (decimal) return (value) => decimalNumber(value as ArrayLike<number>, Number(decimal[1]))
  const mend = 'criba takes numbers, texts, booleans and dates: drop the column'
  throw new CribaError('unsuitable', `unsuitable column ${name}: it holds ${type} (${mend})`)
}

/** A decimal is a whole number in 32-bit words, the lowest first, in two's complement. */
function decimalNumber(words: ArrayLike<number>, scale: number): number {
  let whole = 0n
  for (let i = words.length - 1; i >= 0; i--) whole = (whole << 32n) | BigInt(words[i] >>> 0)
  // By way of text, because a text is rounded once and a division twice.
  return Number(`${BigInt.asIntN(32 * words.length, whole)}e${-scale}`)
}
