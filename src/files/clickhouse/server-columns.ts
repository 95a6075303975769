import { CribaError, nonFiniteWarning, roundedWarning, timeOfType } from '#core'
import { typeMismatch } from '../cells/column-messages.ts'
import { typeOf } from '../cells/column-types.ts'
import type { TimeKind, Warning } from '#core'
import { clickHouseName, oneRow, plainType, splitList } from '#sql'
import type { ClickHouseEngine, TypedColumn } from '#sql'
import type { ColumnChoice } from '../options/column-choice.ts'

/** A column with the type that the server gives it. */
interface ServerColumn {
  readonly name: string
  readonly serverType: string
}

/** Columns with criba's types, and their warnings. */
interface TypedColumns {
  readonly columns: readonly TypedColumn[]
  readonly warnings: readonly Warning[]
}

const whole = /^U?Int(8|16|32)$/
const big = /^U?Int(64|128|256)$/
const fraction = /^Float(32|64)$/
const decimal = /^Decimal/
const date = /^Date(32)?$/
const datetime = /^DateTime/
const text = /^(String|FixedString|Enum|UUID|Bool|IPv)/
const largest = Number.MAX_SAFE_INTEGER

/** The most columns of which one query counts infinite and rounded values. */
const columnsPerQuery = 1000

/** Gives criba's types to columns of a server; refuses those that hold neither numbers nor texts. */
export async function typedServerColumns(
  engine: ClickHouseEngine,
  from: string,
  given: readonly ServerColumn[],
  { types }: Pick<ColumnChoice, 'types'>,
): Promise<TypedColumns> {
  const columns = given.map((column) => typedColumn(column, types))
  const warnings: Warning[] = []
  const checked = given.flatMap(({ name, serverType }, i) => {
    const check = columns[i].type === 'numeric' ? checkOf(clickHouseName(name), plainType(serverType)) : null
    return check ? [{ name, ...check }] : []
  })
  for (const batch of splitList(checked, columnsPerQuery)) {
    const counts = batch.map(({ sql }) => sql)
    const row = await oneRow(engine, `SELECT ${counts.join(', ')} FROM ${from}`, counts.length)
    batch.forEach(({ name, warning }, i) => {
      if (Number(row[i]) > 0) warnings.push(warning(name, Number(row[i])))
    })
  }
  return { columns, warnings }
}

/**
 * SQL that counts the values that become missing or are rounded, and their warning; `null` if the type has
 * none.
 */
function checkOf(cell: string, type: string) {
  if (fraction.test(type)) return { sql: `countIf(NOT isFinite(${cell}))`, warning: nonFiniteWarning }
  if (!big.test(type)) return null
  const isBelow = type.startsWith('I') ? ` OR ${cell} < -${largest}` : ''
  return { sql: `countIf(${cell} > ${largest}${isBelow})`, warning: roundedWarning }
}

function typedColumn({ name, serverType }: ServerColumn, types: ColumnChoice['types']): TypedColumn {
  const cell = clickHouseName(name)
  const type = plainType(serverType)
  const chosen = typeOf(types, name)
  const time = timeKindOf(type)
  const requested = timeOfType(chosen)
  if (text.test(type)) {
    if (chosen && chosen !== 'categorical') {
      const remedy = `make numbers of it with a query, as with --sql "SELECT toFloat64OrNull(${name}) …"`
      throw new CribaError(
        'unsuitable',
        `unsuitable type of column ${name}: ${chosen}, but the server holds ${serverType} (${remedy})`,
      )
    }
    return { name, type: 'categorical', ...textOf(cell, serverType) }
  }
  const number = numberOf(cell, type)
  if (!number) throw unsuitable(name, serverType)
  if (requested && requested !== time) throw typeMismatch(name, chosen!, serverType)
  if (chosen === 'categorical') return { name, type: 'categorical', sql: numberText(cell, type) }
  return { name, type: 'numeric', ...(time && { time }), ...number }
}

/** The expressions of a number: one for any value, and a quicker one where none is missing. */
function numberOf(cell: string, type: string): Pick<TypedColumn, 'sql' | 'present' | 'whole'> | null {
  const double = `toFloat64(${cell})`
  if (type === 'Nothing') return { sql: 'CAST(NULL AS Nullable(Float64))' }
  if (fraction.test(type)) {
    // The server takes −0 and 0 for two groups; adding 0 makes them one.
    const value = `${double} + 0.0`
    return { sql: `if(isFinite(${cell}), ${value}, NULL)`, present: `assumeNotNull(${value})` }
  }
  // Days or seconds since 1970.
  if (date.test(type)) return withPresent(`toFloat64(toInt32(${cell}))`)
  if (datetime.test(type))
    return withPresent(type.startsWith('DateTime64') ? double : `toFloat64(toUInt32(${cell}))`)
  if (whole.test(type)) return { ...withPresent(double), whole: cell }
  if (big.test(type) || decimal.test(type)) return withPresent(double)
  return null
}

function withPresent(sql: string): Pick<TypedColumn, 'sql' | 'present'> {
  return { sql, present: `assumeNotNull(${sql})` }
}

function textOf(cell: string, serverType: string): Pick<TypedColumn, 'sql' | 'present'> {
  const type = plainType(serverType)
  if (serverType === 'String') return { sql: cell, present: cell }
  // A fixed text is filled up with zero bytes.
  const text =
    type === 'String' ? cell : type.startsWith('Fixed') ? `toStringCutToZero(${cell})` : `toString(${cell})`
  if (!serverType.startsWith('LowCardinality')) return withPresent(text)
  // What is made of a dictionary is one too, which no union joins with a plain column.
  const plain = serverType.includes('Nullable') ? 'Nullable(String)' : 'String'
  return withPresent(`CAST(${text} AS ${plain})`)
}

/** A number as text: a whole one without a fraction, as in every other format. */
function numberText(cell: string, type: string): string {
  if (!fraction.test(type)) return `toString(${cell})`
  const isWhole = `abs(${cell}) < 1e15 AND ${cell} = trunc(${cell})`
  return `if(${isWhole}, toString(toInt64(${cell})), if(isFinite(${cell}), toString(${cell}), NULL))`
}

function timeKindOf(type: string): TimeKind | undefined {
  if (date.test(type)) return 'date'
  return datetime.test(type) ? 'datetime' : undefined
}

function unsuitable(name: string, serverType: string): CribaError {
  const remedy = 'criba takes numbers, texts and dates: drop the column, or extract its parts with --sql'
  return new CribaError('unsuitable', `unsuitable column ${name}: it holds ${serverType} (${remedy})`)
}
