import { captured } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { sampleOf } from './sampled-texts.ts'

/* Dates of which the day, the month or the year is not known in some cells: 2021.??.??, 00/00/1950, 1999-XX. */

const unknown = '(?:[?x_]{1,2}|00)'
const [day, month] = [`(?:[0-2]?\\d|3[01]|${unknown})`, `(?:0?\\d|1[0-2]|${unknown})`]
const year = String.raw`((?:1\d|20)\d\d)`
const noYear = '[?x_]{4}'
const patterns = [String.raw`\.`, '-', '/'].flatMap((mark) => [
  new RegExp(`^(?:${year}|${noYear})(?:${mark}${month}(?:${mark}${day})?)?$`, 'i'),
  new RegExp(`^(?:${day}${mark})?${month}${mark}(?:${year}|${noYear})$`, 'i'),
])
/** A cell with a part that is not known; of two parts, zeros may be the end of a year, or of a code. */
const partial = /[?x_]|^(?=.*[./-].*[./-])(?:.*[./-])?00(?:[./-]|$)/i
const fewest = 3

/** How all texts are written; `null` if they are no dates, or all parts are known. */
function patternOf(reader: ColumnReader): RegExp | null {
  const texts = sampleOf(reader)?.withDigits ?? []
  if (texts.length < fewest || !texts.some((text) => partial.test(text))) return null
  return patterns.find((pattern) => texts.every((text) => pattern.test(text))) ?? null
}

/** Dates of which some are partly unknown, with the query that reads their years. */
export const partialDates: readonly LetteredText[] = [
  {
    code: 'unread-dates',
    start: 'dates of which some have parts that are not known, read as categorical',
    end: 'for the years, with other cells missing, say',
    are: (_, reader) => patternOf(reader) !== null,
    mayBeMixed: true,
    shown: (reader) => {
      const texts = sampleOf(reader)!.withDigits
      const ofEach = [texts.find((text) => !partial.test(text)), texts.find((text) => partial.test(text))]
      return ofEach.filter((text) => text !== undefined)
    },
    query: (readers) =>
      numberQuery(readers, (column, reader) => `TRY_CAST(${captured(column, patternOf(reader)!)} AS DOUBLE)`),
  },
]
