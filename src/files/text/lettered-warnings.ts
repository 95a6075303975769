import { firstFew, queryOption } from '#core'
import { monthStems } from '../cells/foreign-months.ts'
import type { Warning } from '#core'
import { calendarTexts, numberAt } from './calendar-texts.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberOf, numberQuery } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5
/** A column has at least so many different texts. */
const fewest = 2

/** 1st, 2ème, 3.º, 1ª, 2-й, 3:e, 第4位 */
const ordinal =
  /^(?:\d{1,3}(?:st|nd|rd|th|er|[eè](?:me)?|re|\.?[ºª]|-?(?:ый|ой|ий|ая|й|я|е)|:[ae])|第 ?\d{1,3} ?[位名回]?)$/i
const dayAndMonth = /^(?:[1-9]|[0-2]\d|3[01])[-. /]{1,2}(\p{L}{2,12})\.?[-. /,]{1,2}\d{4}(?: ?г\.?)?$/u

/** Texts of a column in an order, or dates, that are read as levels. */
interface LetteredText extends WarningText {
  readonly are: (texts: readonly string[]) => boolean
  readonly query: (readers: readonly ColumnReader[]) => string
}

const letteredTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: 'places in an order, read as categorical',
    end: 'for their numbers, with other cells missing, say',
    are: (texts) => texts.every((text) => ordinal.test(text)),
    query: (readers) =>
      numberQuery(readers, (column, reader) =>
        // Digits of Japanese may be wide.
        textsOf(reader)[0].startsWith('第')
          ? numberAt(column, 1)
          : numberOf(`regexp_extract(${column}, '[0-9]+')`),
      ),
  },
  ...calendarTexts.map(({ start, end, are, valueOf }): LetteredText => ({
    code: 'unread-dates',
    start,
    end,
    are,
    query: (readers) => numberQuery(readers, valueOf),
  })),
  {
    code: 'unread-dates',
    start: 'dates with names of months that are not read, read as categorical',
    end: 'for dates, with other cells missing, say',
    are: (texts) => texts.every((text) => dayAndMonth.test(text)) && monthStems(monthsOf(texts)) !== null,
    query: monthQuery,
  },
]

/** Warnings about columns of texts such as 1st, 令和5年 and 3 мая 2024, with the query that reads them. */
export function letteredWarnings(readers: readonly ColumnReader[]): Warning[] {
  const unread = readers.filter(
    ({ type, isOfTexts, isNumeric, detected, texts }) =>
      type === undefined &&
      isOfTexts &&
      !isNumeric &&
      detected.why === undefined &&
      (texts?.others.first.size ?? 0) >= fewest,
  )
  return letteredTexts.flatMap(({ code, start, end, are, query }): Warning[] => {
    const found = unread.filter((reader) => are(textsOf(reader)) && !reader.texts?.deviatingCells())
    if (found.length === 0) return []
    const shown = firstFew(
      found.map((reader) => `${reader.name} (${textsOf(reader)[0]})`),
      mostNamed,
    )
    const asked = query(found)
    const message = `${start}: ${shown}; ${end} ${queryOption(asked)}`
    return [{ code, columns: found.map(({ name }) => name), message, query: asked }]
  })
}

function textsOf({ texts }: ColumnReader): readonly string[] {
  return [...texts!.others.first]
}

/** The words of dates that may be months, in small letters. */
function monthsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => dayAndMonth.exec(text)![1].toLowerCase()))
}

/** A query that makes dates of a day, the name of a month in another language, and a year. */
function monthQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const name = String.raw`regexp_extract(lower(${column}), '\p{L}+')`
    // The longer of two that begin alike comes first.
    const cases = monthStems(monthsOf(textsOf(reader)))!
      .map((stem, i) => [stem, i + 1] as const)
      .sort(([a], [b]) => b.length - a.length)
      .map(([stem, month]) => `WHEN starts_with(${name}, '${stem}') THEN '${month}'`)
    const day = `regexp_extract(${column}, '[0-9]+')`
    const year = `regexp_extract(${column}, '[0-9]{4}')`
    const text = `concat(${year}, '-', CASE ${cases.join(' ')} END, '-', ${day})`
    return `CAST(try_strptime(${text}, '%Y-%m-%d') AS DATE)`
  })
}
