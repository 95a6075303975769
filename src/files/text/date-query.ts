import { queryColumn, replacingQuery } from '#core'
import type { DigitOrder } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** A query that reads dates with the year first with day and month swapped, and texts beside them as they are written. */
export function swappedQuery([{ name, detected }]: readonly ColumnReader[]): string {
  const { kind, order, separator } = detected.swapped!
  const column = queryColumn(name)
  const dates = ['%Y-%d-%m', (order === 'dmy' ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(separator)]
  const forms = dates.flatMap((date) => (kind === 'date' ? [date] : clocks.map((clock) => date + clock)))
  const moment = `strptime(${column}, [${forms.map((form) => `'${form}'`).join(', ')}])`
  // A cell without a digit is a word for a missing value; any other that has no such form is an error of the query.
  const value = `CASE WHEN regexp_matches(${column}, '[0-9]') THEN ${moment} END`
  const replaced = kind === 'date' ? `CAST(${value} AS DATE)` : value
  return replacingQuery({ [name]: replaced })
}

const clocks = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p']

/** A query that makes dates of days and months in digits, in a year that the user gives for 2000. */
export function digitDaysQuery(name: string, order: DigitOrder): string {
  const column = queryColumn(name)
  const digits = `CAST(${column} AS INTEGER)`
  const [high, low] = [`${digits} // 100`, `${digits} % 100`]
  const date = `make_date(2000, ${order === 'DDMM' ? `${low}, ${high}` : `${high}, ${low}`})`
  return replacingQuery({ [name]: date })
}
