import type { TimeKind, Warning } from '#core'
import { columnsPerQuery, quotedName, splitList } from '#sql'
import type { KeyedView, TypedColumn } from '#sql'
import type { DuckEngine } from '#sql/on-demand'

/** How columns are selected for a file or a query; warnings name those that lose their type. */
interface StoredColumns {
  readonly list: readonly string[]
  readonly warnings: readonly Warning[]
}

/**
 * Columns as the engine stores them: dates, dates with a time and times as such, so that a file or a query over
 * them has the same columns. Where a value would become another one, such as half a day, the column stays
 * numbers, and a warning says so.
 */
export async function storedColumns(
  engine: DuckEngine,
  { from, key, rows, columns }: Pick<KeyedView, 'from' | 'key' | 'rows' | 'columns'>,
): Promise<StoredColumns> {
  const times = columns.filter((column) => column.time !== undefined)
  const warnings = new Map<TypedColumn, Warning>()
  for (const batch of splitList(times, columnsPerQuery(rows))) {
    const counts = batch.flatMap((column) => {
      const isUnfit = `${readAgain(column)} IS DISTINCT FROM ${column.sql}`
      return [`count_if(${isUnfit})`, `arg_min(${column.sql}, ${key}) FILTER (WHERE ${isUnfit})`]
    })
    const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM ${from}`)
    for (const [i, column] of batch.entries()) {
      const count = Number(row[2 * i])
      if (count > 0) warnings.set(column, untypedWarning(column, count, Number(row[2 * i + 1])))
    }
  }
  const list = columns.map((column) => {
    const cell = warnings.has(column) ? column.sql : asStored(column)
    return `${cell} AS ${quotedName(column.name)}`
  })
  return { list, warnings: [...warnings.values()] }
}

/** The value of the engine that is read as the number of a column; NULL where there is none. */
function asStored({ sql, time }: TypedColumn): string {
  // Multiplies the fraction of a second alone: the product with all seconds since 1970 would be rounded.
  const microseconds = `CAST(floor(${sql}) AS BIGINT) * 1000000 + CAST(round((${sql} - floor(${sql})) * 1000000) AS BIGINT)`
  switch (time) {
    case 'date':
      return `TRY(DATE '1970-01-01' + CAST(${sql} AS INTEGER))`
    case 'datetime':
      return `TRY(make_timestamp(${microseconds}))`
    case 'time':
      return `TRY(TIME '00:00:00' + to_microseconds(${microseconds}))`
    default:
      return sql
  }
}

/** The number as which the stored value is read. */
function readAgain(column: TypedColumn): string {
  const seconds = `epoch(${asStored(column)})`
  return column.time === 'date' ? `${seconds} / 86400` : seconds
}

const kinds: Readonly<Record<TimeKind, { readonly [part in 'plural' | 'unit' | 'type']: string }>> = {
  date: { plural: 'dates', unit: 'days since 1970', type: 'DATE' },
  datetime: { plural: 'dates with a time', unit: 'seconds since 1970', type: 'TIMESTAMP' },
  time: { plural: 'times', unit: 'seconds since midnight', type: 'TIME' },
}

function untypedWarning({ name, time }: TypedColumn, count: number, first: number): Warning {
  const { plural, unit, type } = kinds[time!]
  const why = `the type ${type} does not have ${count} of them (first: ${first})`
  return {
    code: 'untyped-times',
    column: name,
    message: `column ${name}: its ${plural} stay numbers (${unit}), because ${why}`,
  }
}
