import { queryColumn } from '#core'
import { numberAt, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery, textsOf } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { sampleOf } from './sampled-texts.ts'
import { partingQuery } from './several-numbers.ts'

/** 5 days, 3:22:10 and 5d 03:22: days before hours. */
const daysAndClock =
  /^(\d{1,4}) ?(?:d|days?|tage?|jours?|d[ií]as?|giorni|giorno),? (\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/i
/** Less than a day, beside them. */
const belowDay = /^\d{1,2}:[0-5]\d:[0-5]\d(?:\.\d+)?$/

/** 07:30-16:30, 9am – 5pm, 8.15–12.00 */
const clock = String.raw`(?:(?:[01]?\d|2[0-3])[:.][0-5]\d(?: ?[ap]\.?m\.?)?|(?:1[0-2]|0?[1-9]) ?[ap]\.?m\.?)`
/** 7-9pm: half of the day stands once. */
const halfDay = String.raw`(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)? ?(?:[-–—]|to) ?(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)? ?[ap]\.?m\.?`
const hours = new RegExp(
  `^(?:${clock} ?(?:h|Uhr)? ?(?:[-–—]|to|bis|a|à|até) ?${clock} ?(?:h|Uhr)?|${halfDay})$`,
  'i',
)

/** 2h10'05" */
const hoursAndPrimes = /^\+?\d{1,3} ?h ?[0-5]?\d ?['’′](?: ?[0-5]?\d(?:[.,]\d+)? ?(?:["”″]|'')?)?$/i
/** 40' and 2h beside them. */
const [minutesAlone, hoursAlone] = [/^\d{1,3} ?['’′]$/, /^\d{1,3} ?h$/i]

/** KW 01/2024, W5 2024, 2024-KW05; `sem` may be half a year. */
const weekWord = '(?:kw|cw|w|wk|week|woche|semaine|semana|settimana|uge|uke|vecka)'
const weekFirst = new RegExp(
  String.raw`^${weekWord}\.? ?(?<week>\d{1,2}) ?[-/., ] ?(?<year>(?:19|20)\d\d)$`,
  'i',
)
const yearFirst = new RegExp(
  String.raw`^(?<year>(?:19|20)\d\d) ?[-/., ]? ?${weekWord}\.? ?(?<week>\d{1,2})$`,
  'i',
)
const lastWeek = 53

/** Texts of times with more than a clock: which they are, and the query that reads them. */
export const compoundTimes: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: 'ranges of times of day, read as categorical',
    end: 'for the start and the end of each, with other cells missing, say',
    are: (texts) => texts.every((text) => hours.test(text) && /[:m]|\.\d\d(?!\d)/i.test(text)),
    query: (readers) =>
      partingQuery(
        readers,
        ({ name }) => hoursIn(queryColumn(name)).map((time) => whereMatches(queryColumn(name), hours, time)),
        'TIME',
      ),
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'lengths of time in days and hours, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    are: areDaysAndClocks,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const part = (place: number) =>
          `TRY_CAST(regexp_extract_all(${column}, '[0-9]+(?:[.][0-9]+)?')[${place}] AS DOUBLE)`
        const seconds = (hour: number) =>
          `3600 * ${part(hour)} + 60 * ${part(hour + 1)} + coalesce(${part(hour + 2)}, 0)`
        const short = whereMatches(column, belowDay, seconds(1))
        return `coalesce(${whereMatches(column, daysAndClock, `86400 * ${part(1)} + ${seconds(2)}`)}, ${short})`
      }),
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'lengths of time in hours, minutes and seconds, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    are: areHoursAndPrimes,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [h, m, s] = [1, 2, 3].map((place) => numberAt(column, place))
        const both = whereMatches(column, hoursAndPrimes, `3600 * ${h} + 60 * ${m} + coalesce(${s}, 0)`)
        const [minutes, hours] = [minutesAlone, hoursAlone].map((pattern) => whereMatches(column, pattern, h))
        return `coalesce(${both}, 60 * ${minutes}, 3600 * ${hours})`
      }),
  },
  {
    code: 'unread-dates',
    start: 'weeks of a year, read as categorical',
    end: 'for the Monday of each, with other cells missing, say',
    are: (texts) => weekPattern(texts) !== null,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const pattern = weekPattern(textsOf(reader))!
        const numbers = [1, 2].map((place) => `regexp_extract_all(${column}, '[0-9]+')[${place}]`)
        const [week, year] = pattern === weekFirst ? numbers : [numbers[1], numbers[0]]
        const monday = `try_strptime(concat(${year}, '-', lpad(${week}, 2, '0'), '-1'), '%G-%V-%u')`
        // A year without a week 53 has none.
        const isWeek = `strftime(${monday}, '%V') = lpad(${week}, 2, '0')`
        return whereMatches(column, pattern, `CASE WHEN ${isWeek} THEN CAST(${monday} AS DATE) END`)
      }),
  },
]

/** The times at the start and at the end of a cell; 7 in 7-9pm and 11 in 11-1pm are the last before the end. */
function hoursIn(column: string): readonly string[] {
  const parts = `regexp_extract_all(lower(${column}), '[0-9]{1,2}([:.][0-9]{2})?( ?[ap]\\.?m)?')`
  const [start, end] = [1, 2].map(
    (place) => `replace(replace(replace(${parts}[${place}], ' ', ''), '.m', 'm'), '.', ':')`,
  )
  const timeOf = (text: string) => `try_strptime(${text}, ['%I:%M%p', '%I%p', '%H:%M'])`
  const same = timeOf(`concat(${start}, right(${end}, 2))`)
  const before = `CASE WHEN ${same} >= ${timeOf(end)} THEN ${same} + INTERVAL 12 HOUR ELSE ${same} END`
  const isHalf = `contains(${end}, 'm') AND NOT contains(${start}, 'm')`
  return [`CASE WHEN ${isHalf} THEN ${before} ELSE ${timeOf(start)} END`, timeOf(end)]
}

/** Whether texts are days before hours; all others are less than a day, or fewer than half. */
function areDaysAndClocks(texts: readonly string[], { texts: all }: ColumnReader): boolean {
  const others = all!.deviatingCells()
  return texts.every((text) => daysAndClock.test(text)) && others?.kind !== 'numbers'
}

/** Whether texts are hours and minutes, beside which some may be minutes or hours alone. */
function areHoursAndPrimes(_: readonly string[], reader: ColumnReader): boolean {
  const texts = sampleOf(reader)?.withDigits ?? []
  const patterns = [hoursAndPrimes, minutesAlone, hoursAlone]
  return (
    texts.length > 1 &&
    texts.some((text) => hoursAndPrimes.test(text)) &&
    texts.every((text) => patterns.some((pattern) => pattern.test(text)))
  )
}

/** How weeks are written; `null` if texts are none. */
function weekPattern(texts: readonly string[]): RegExp | null {
  const isWeek = (pattern: RegExp, text: string) => {
    const week = Number(pattern.exec(text)?.groups!['week'] ?? 0)
    return week >= 1 && week <= lastWeek
  }
  return [weekFirst, yearFirst].find((pattern) => texts.every((text) => isWeek(pattern, text))) ?? null
}
