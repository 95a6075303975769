import { queryColumn, replacingQuery } from '#core'
import type { Remedy, WarningCode } from '#core'
import type { DigitOrder } from '../cells/digit-times.ts'
import type { ColumnReader } from './column-reader.ts'
import { captured, markOf, numberAt, numberWith, unitsIn, valueWith, whereMatches } from './cell-patterns.ts'
import type { FileMarks } from './file-marks.ts'

type Texts = NonNullable<ColumnReader['texts']>

/** A query that puts a number in the place of each cell of columns. */
export function numberQuery(
  readers: readonly ColumnReader[],
  valueOf: (column: string, reader: ColumnReader) => string,
): string {
  return replacingQuery(
    Object.fromEntries(readers.map((reader) => [reader.name, valueOf(queryColumn(reader.name), reader)])),
  )
}

/** A query that brings degrees Fahrenheit to Celsius. */
export function celsiusQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const mark = markOf(texts!)
    const pattern = new RegExp(String.raw`^([-+−–]?${numberWith(mark)})\s?${unitsIn(texts!)}$`)
    const degrees = valueWith(mark, captured(column, pattern))
    return `CASE WHEN regexp_matches(${column}, '[F℉]') THEN (${degrees} - 32) / 1.8 ELSE ${degrees} END`
  })
}

/** A query that brings glycated haemoglobin in mmol/mol to the percentages of NGSP, by their master equation. */
export function haemoglobinQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const mark = markOf(texts!)
    const pattern = new RegExp(String.raw`^(${numberWith(mark)})\s?${unitsIn(texts!)}$`)
    const amount = valueWith(mark, captured(column, pattern))
    return `CASE WHEN regexp_matches(${column}, 'mol') THEN 0.09148 * ${amount} + 2.152 ELSE ${amount} END`
  })
}

/**
 * A query that reads degrees of which only some have the letter of a compass: south and west are negative.
 */
export function sidesQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const { negativeSides, sides } = texts!.notations
    const degrees = String.raw`\d{1,3}[.,]\d+`
    const pattern = new RegExp(
      String.raw`^(?:[${sides}]\s?${degrees}|${degrees}\s?[${sides}]|[-−]?${degrees})$`,
    )
    const sign = `CASE WHEN regexp_matches(${column}, '[-−${negativeSides}]') THEN -1 ELSE 1 END`
    return whereMatches(column, pattern, `${sign} * ${numberAt(column, 1)}`)
  })
}

/** A query that reads amounts of which a mark only separates thousands, with their unit on either side. */
export function thousandsQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const mark = reader.marks.doubtful === '.' ? ',' : '.'
    return amountIn(column, reader.texts!, mark)
  })
}

/** A query that reads numbers by the decimal mark that the user does not give. */
export function otherMarkQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) =>
    amountIn(column, texts!, texts!.options.decimal === '.' ? ',' : '.'),
  )
}

/** The number of a cell that has a unit of the column on either side, or none. */
export function amountIn(column: string, texts: Texts, mark: '.' | ',' | null, areAmounts = false): string {
  const unit = unitsIn(texts)
  const number = `[-+−–]?${numberWith(mark, areAmounts)}`
  const pattern = new RegExp(String.raw`^(?:([-+−–])\s?)?(?:${unit}\s?)?(${number})(?:\s?${unit})?$`)
  const parts = [1, 2].map((group) => captured(column, pattern, group))
  return valueWith(mark, `concat(${parts.join(', ')})`)
}

/** A query that reads percentages as parts of one, and other numbers as they are. */
export function percentQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const number = amountIn(column, texts!, markOf(texts!))
    return `${number} / CASE WHEN regexp_matches(${column}, '[%\\p{L}]') THEN 100 ELSE 1 END`
  })
}

/** A query that reads numbers without a sign, and percentages once the user writes a factor for NULL. */
export function percentFactorQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const number = amountIn(column, texts!, markOf(texts!))
    return `${number} * CASE WHEN regexp_matches(${column}, '[%\\p{L}]') THEN NULL ELSE 1 END`
  })
}

/**
 * The warning for columns read in the same way: the message before and after their names, and what mends it,
 * or the query that does.
 */
export interface WarningText {
  readonly code: WarningCode
  readonly start: string
  readonly end: string
  readonly mend?: (readers: readonly ColumnReader[], marks: FileMarks) => Remedy
  readonly query?: (readers: readonly ColumnReader[]) => string
  /** Whether its numbers are amounts or counts, of which a word beside them may say that there are none. */
  readonly counts?: boolean
}

/** Texts of a column that are read as levels and by a query as numbers or dates. */
export interface LetteredText extends WarningText {
  /** Whether the first different texts of a column are such. */
  readonly are: (texts: readonly string[], reader: ColumnReader) => boolean
  readonly query: (readers: readonly ColumnReader[]) => string
  /** Whether some may be numbers with a unit, from which the others deviate. */
  readonly mayBeMixed?: boolean
  /** The cells that a message shows; without it the first one. */
  readonly shown?: (reader: ColumnReader) => readonly string[]
}

/** Texts with a digit show what a column has if there are so many, and words beside them are at most so many. */
const [fewestTexts, mostWords] = [3, 2]

/** The first different texts of a column that are no plain numbers; without a few words, such as `closed`. */
export function textsOf({ texts }: ColumnReader): readonly string[] {
  const all = [...texts!.others.first]
  const withDigits = all.filter((text) => /\d/.test(text))
  const areWords = all.length - withDigits.length <= mostWords && withDigits.length >= fewestTexts
  return areWords ? withDigits : all
}

/** A message names at most this many words. */
const mostNamed = 5

/** Words beside some texts of a column, such as `closed` and `none`, which a query of these may not read. */
export function wordsBeside({ knownTexts }: ColumnReader, texts: readonly string[]): readonly string[] {
  const words = knownTexts.filter(
    (text) => text !== null && text !== '' && !/\d/.test(text) && !texts.includes(text.trim()),
  )
  return words.slice(0, mostNamed) as readonly string[]
}

/**
 * A query that reads dates with the year first with day and month swapped, and texts beside them as they are
 * written.
 */
export function swappedQuery([{ name, detected }]: readonly ColumnReader[]): string {
  const { kind, order, separator } = detected.swapped!
  const column = queryColumn(name)
  const dates = ['%Y-%d-%m', (order === 'dmy' ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(separator)]
  const forms = dates.flatMap((date) => (kind === 'date' ? [date] : clocks.map((clock) => date + clock)))
  const moment = `strptime(${column}, [${forms.map((form) => `'${form}'`).join(', ')}])`
  // A cell without a digit is a word for a missing value; any other that has no such form is an error of the
  // query.
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

/** A query that makes dates of days as a spreadsheet counts them, from 1899-12-30 on. */
export function serialDaysQuery(names: readonly string[]): string {
  const dates = names.map((name) => [
    name,
    `DATE '1899-12-30' + CAST(floor(${queryColumn(name)}) AS INTEGER)`,
  ])
  return replacingQuery(Object.fromEntries(dates) as Record<string, string>)
}
