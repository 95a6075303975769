import { CribaError, invalidPart, makeTable, timeOfType } from '#core'
import type { TimeKind, Table } from '#core'
import { columnFromValues } from './build-column.ts'
import { typeOf, typesFor } from './column-types.ts'
import type { ColumnTypes } from './column-types.ts'
import { mergedWarning, typeMismatch } from './column-messages.ts'
import { tableFromColumns } from './from-columns.ts'

/** The part of an Arrow table that criba uses; `apache-arrow` tables have this shape. */
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
 * Makes a table from any object with the shape of an Arrow table (`schema.fields` and `getChildAt`). Dates
 * become days since 1970, timestamps seconds since 1970, times seconds since midnight, decimals numbers;
 * lists, structures and bytes are refused.
 */
export function tableFromArrow(arrow: ArrowTable, types?: ColumnTypes): Table {
  checkArrow(arrow)
  const typed = typesFor(
    arrow.schema.fields.map(({ name }) => name),
    types,
  )
  const built = arrow.schema.fields.map(({ name, type: arrowType }, index) => {
    const vector = arrow.getChildAt(index)!
    const type = typeOf(typed, name)
    const read = valueReaderFor(name, String(arrowType))
    if (String(arrowType) === 'Float64' && vector.nullCount === 0 && type !== 'categorical') {
      const table = tableFromColumns([[name, vector.toArray()]])
      return { column: table.columns[0], warnings: table.warnings }
    }
    const time = timeOfArrow(String(arrowType))
    const requested = timeOfType(type)
    if (time && requested && requested !== time) throw typeMismatch(name, type!, String(arrowType))
    const values = Array.from({ length: arrow.numRows }, (_, row) => {
      const value = vector.get(row)
      return value === null || value === undefined ? null : read(value)
    })
    const exact = type === undefined ? exactTexts(String(arrowType), vector, values) : null
    if (exact && new Set(exact).size > new Set(values).size) {
      const { column } = columnFromValues(name, exact, 'categorical')
      return { column, warnings: [mergedWarning(name)] }
    }
    const built = columnFromValues(name, values, time && requested ? undefined : type)
    if (!time || built.column.type === 'categorical') return built
    return { ...built, column: { ...built.column, time } }
  })
  return makeTable(arrow.numRows, built)
}

function checkArrow(given: unknown): void {
  const { schema, getChildAt } = (given ?? {}) as { readonly schema?: unknown; readonly getChildAt?: unknown }
  const { fields } = (schema ?? {}) as { readonly fields?: unknown }
  if (!Array.isArray(fields) || typeof getChildAt !== 'function')
    throw invalidPart('table', given, 'an Arrow table')
}

/** The type of the values; of a dictionary, the type of its entries. */
function valueType(type: string): string {
  return /^Dictionary<.*?, (.*)>$/.exec(type)?.[1] ?? type
}

function timeOfArrow(type: string): TimeKind | undefined {
  const values = valueType(type)
  if (/^Date/.test(values)) return 'date'
  if (/^Timestamp/.test(values)) return 'datetime'
  return /^Time\d/.test(values) ? 'time' : undefined
}

type ValueReader = (value: unknown) => unknown

const perSecond: Readonly<Record<string, number>> = {
  SECOND: 1,
  MILLISECOND: 1e3,
  MICROSECOND: 1e6,
  NANOSECOND: 1e9,
}

/** Converts values of an Arrow type, named as `apache-arrow` prints it: `Int32`, `Time64<MICROSECOND>`, … */
function valueReaderFor(name: string, type: string): ValueReader {
  const values = valueType(type)
  if (/^(Uint|Int|Float)\d+$|^((Large)?Utf8(View)?|Bool|Null)$/.test(values)) return (value) => value
  // Dates and timestamps are milliseconds since 1970, whatever their unit.
  if (/^Date/.test(values)) return (value) => Number(value) / 864e5
  if (/^Timestamp/.test(values)) return (value) => secondsOf(Number(value))
  const unit = /^(?:Time\d+|Duration)<(\w+)>$/.exec(values)
  if (unit) return (value) => Number(value) / perSecond[unit[1]]
  const decimal = /^Decimal\[\d+e([+-]?\d+)\]$/.exec(values)
  if (decimal) return (value) => decimalNumber(value as ArrayLike<number>, Number(decimal[1]))
  const remedy = 'criba takes numbers, texts, booleans and dates: drop the column'
  throw new CribaError('unsuitable', `unsuitable column ${name}: it holds ${type} (${remedy})`)
}

/** Milliseconds as seconds, of microseconds rounded once, so that they are the same numbers in every format. */
function secondsOf(milliseconds: number): number {
  const microseconds = Math.round(milliseconds * 1e3)
  return microseconds / 1e3 === milliseconds ? microseconds / 1e6 : milliseconds / 1e3
}

/** The value of a decimal. */
function decimalNumber(words: ArrayLike<number>, scale: number): number {
  // Parsing a text rounds once; dividing would round twice.
  return Number(`${wholeOfWords(words)}e${-scale}`)
}

/** An integer in 32-bit words, lowest first, in two's complement. */
function wholeOfWords(words: ArrayLike<number>): bigint {
  let whole = 0n
  for (let i = words.length - 1; i >= 0; i--) whole = (whole << 32n) | BigInt(words[i] >>> 0)
  return BigInt.asIntN(32 * words.length, whole)
}

/** The values of a type that doubles may not tell apart, as texts; null for other types. */
function exactTexts(
  type: string,
  vector: ArrowVector,
  values: readonly unknown[],
): readonly (string | null)[] | null {
  const decimal = /^Decimal\[(\d+)e([+-]?\d+)\]$/.exec(type)
  // Doubles tell 15 digits apart.
  if (decimal && Number(decimal[1]) > 15) {
    return values.map((value, row) =>
      value === null
        ? null
        : textOfDecimal(wholeOfWords(vector.get(row) as ArrayLike<number>), Number(decimal[2])),
    )
  }
  if (/^Duration</.test(type)) {
    return values.map((value, row) => (value === null ? null : String(vector.get(row))))
  }
  if (!/^Timestamp<NANOSECOND/.test(type)) return null
  const nanoseconds = vector.toArray()
  // Doubles tell microseconds apart.
  if (values.every((value, row) => value === null || (nanoseconds[row] as bigint) % 1000n === 0n)) return null
  return values.map((value, row) => (value === null ? null : textOfNanoseconds(nanoseconds[row] as bigint)))
}

function textOfDecimal(whole: bigint, scale: number): string {
  if (scale <= 0) return String(whole * BigInt(`1${'0'.repeat(-scale)}`))
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function textOfNanoseconds(nanoseconds: bigint): string {
  const fraction = BigInt.asUintN(64, ((nanoseconds % perBillion) + perBillion) % perBillion)
  const seconds = Number((nanoseconds - fraction) / perBillion)
  return `${new Date(1000 * seconds).toISOString().slice(0, 19)}.${String(fraction).padStart(9, '0')}`
}

const perBillion = 1_000_000_000n
