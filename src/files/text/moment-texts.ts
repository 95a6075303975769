import { queryValue } from '#core'
import { captured, literal, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { sampleOf } from './sampled-texts.ts'

/* Dates and times in forms that are not read, with the queries that read them. */

const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const named = String.raw`(\d{1,2})[ -](${month})[a-z]*\.?,?[ -]`
const weekday = String.raw`(?:[a-z]{2,9}\.?,? )?`

/** Tue 08 Aug '23; of which century '55 is, is not clear. */
const shortYear = new RegExp(String.raw`^${weekday}${named}['’]([0-3]\d|69|[7-9]\d)$`, 'i')
/** 08 Apr 2021, 1115 hrs */
const militaryNamed = new RegExp(
  String.raw`^${weekday}${named}(\d{4}),? (?:at )?([01]\d|2[0-3])([0-5]\d) ?(?:h|hrs?\.?|hours|uhr|z|utc|lt)?$`,
  'i',
)
const military = /^(\d{4})-(\d\d)-(\d\d),?[ T]([01]\d|2[0-3])([0-5]\d) ?(?:h|hrs?\.?|hours|uhr|z|utc|lt)?$/i
/** 20240201T001000Z: ISO 8601 without marks. */
const basic = /^(\d{4})(\d\d)(\d\d)T([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(?:[.,]\d+)?Z?$/
/** 045/2023 and 2023-045: days of a year. */
const [dayFirst, yearFirst] = [/^(\d{3})[/.-]((?:19|20)\d\d)$/, /^((?:19|20)\d\d)[/.-](\d{3})$/]
const [fewestDays, lastDay, beyondTwoDigits] = [5, 366, 99]
/** 04/13/2023@20:34, 13.04.2023 | 20:34, 2023-04-13_20:34:00 */
const clock = String.raw`([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?(?:[.,]\d+)?`
const [otherMark, yearThenMark] = [
  new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: ?[@|/_;] ?| - |-)${clock}$`),
  new RegExp(String.raw`^(\d{4})[/.:-](\d\d)[/.:-](\d\d)(?: ?[@|/_;] ?| - |-| )${clock}$`),
]
/** *16.02.1942, geb. 3.4.1990, since 12/31/2020: the same sign or word before each date. */
const before = String.raw`(?:[*†+]|(?:geb|born|b|am|seit|ab|vom|bis|since|from|on|until|desde|depuis|dal|el|le|il|né le|née le|nac)\b\.?:?)`
const [behindWord, behindWordByYear] = [
  new RegExp(String.raw`^${before} ?(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$`, 'iu'),
  new RegExp(String.raw`^${before} ?(\d{4})-(\d\d)-(\d\d)$`, 'iu'),
]

/** The groups of a pattern that have the year, the month and the day, and those of a time. */
interface Moment {
  readonly pattern: RegExp
  readonly date: readonly [year: number, month: number, day: number]
  readonly clock?: readonly number[]
  /** Whether the month is a name. */
  readonly isNamed?: boolean
}

/** Of one word before all dates: * and † are of different days. */
const byWord: Moment = { pattern: behindWord, date: [3, 2, 1] }
const byWordAndYear: Moment = { pattern: behindWordByYear, date: [1, 2, 3] }

const moments: readonly Moment[] = [
  { pattern: shortYear, date: [3, 2, 1], isNamed: true },
  { pattern: militaryNamed, date: [3, 2, 1], clock: [4, 5], isNamed: true },
  { pattern: military, date: [1, 2, 3], clock: [4, 5] },
  { pattern: basic, date: [1, 2, 3], clock: [4, 5, 6] },
  { pattern: yearThenMark, date: [1, 2, 3], clock: [4, 5, 6] },
  byWordAndYear,
  { pattern: otherMark, date: [3, 2, 1], clock: [4, 5, 6] },
  byWord,
]

/** How all texts of a column with a digit are written; `null` if they are no dates, or may have either order. */
function momentOf(reader: ColumnReader): Moment | null {
  const sample = sampleOf(reader)
  if (!sample || sample.withDigits.length < 2) return null
  const { withDigits } = sample
  const found = moments.find(({ pattern }) => withDigits.every((text) => pattern.test(text)))
  if (!found) return null
  if (found === byWord || found === byWordAndYear) {
    const heads = new Set(withDigits.map((text) => /^\D*/.exec(text)![0].trim().toLowerCase()))
    const [head] = heads
    if (heads.size > 1) return null
    const source = found.pattern.source.replace(before, () => literal(head))
    return ordered({ ...found, pattern: new RegExp(source, 'iu') }, withDigits)
  }
  return ordered(found, withDigits)
}

/** A moment with its day and month in order; `null` if they may have either. */
function ordered(found: Moment, withDigits: readonly string[]): Moment | null {
  const startsWithYear = found.isNamed === true || found.date[0] === 1
  if (startsWithYear) return found
  const parts = withDigits.map((text) => found.pattern.exec(text)!.slice(1, 3).map(Number))
  const isAbove = (place: number) => parts.some((both) => both[place] > 12)
  const havePoints = withDigits.every((text) => /\d\.\d/.test(text))
  if (isAbove(0) && isAbove(1)) return null
  if (isAbove(1)) return { ...found, date: [3, 1, 2] }
  return isAbove(0) || havePoints ? found : null
}

function momentQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const { pattern, date, clock: places, isNamed = false } = momentOf(reader)!
    const part = (group: number) => captured(column, pattern, group)
    const [year, ofYear, day] = date.map(part)
    const monthText = isNamed ? `left(${ofYear}, 3)` : ofYear
    const text = `concat(${year}, ' ', ${monthText}, ' ', ${day})`
    const form = `${pattern === shortYear ? '%y' : '%Y'} ${isNamed ? '%b' : '%m'} %d`
    const moment = `try_strptime(${text}, '${form}')`
    if (!places) return whereMatches(column, pattern, `CAST(${moment} AS DATE)`)
    const [hours, minutes, seconds] = places.map((group) => `TRY_CAST(${part(group)} AS INTEGER)`)
    const time = `to_hours(${hours}) + to_minutes(${minutes}) + to_seconds(coalesce(${seconds ?? '0'}, 0))`
    return whereMatches(column, pattern, `${moment} + ${time}`)
  })
}

function dayPattern(reader: ColumnReader): RegExp | null {
  const days = sampleOf(reader)?.withDigits ?? []
  const pattern = [dayFirst, yearFirst].find((one) => days.every((text) => one.test(text)))
  if (!pattern || days.length < fewestDays) return null
  const numbers = days.map((text) => Number(pattern.exec(text)![pattern === dayFirst ? 1 : 2]))
  const areDays = numbers.every((day) => day >= 1 && day <= lastDay)
  return areDays && numbers.some((day) => day > beyondTwoDigits) ? pattern : null
}

/** Words for how many days one is. */
const units = [
  ['minutes?|mins?|minuten?|minutos?|minuti|minuto', 1 / 1440],
  ['hours?|hrs?|stunden?|horas?|or[ae]|heures?', 1 / 24],
  ['days?|tage?n?|d[ií]as?|giorn[io]|jours?', 1],
  ['weeks?|wochen?|semanas?|settiman[ae]|semaines?', 7],
  ['months?|monate?n?|mes(?:es)?|mes[ei]|mois', 365.25 / 12],
  ['years?|jahre?n?|años?|ann[io]|ans?', 365.25],
] as const
const now = String.raw`(?:just now|now|today|heute|hoy|oggi|aujourd['’]hui|hoje|gerade eben)`
const yesterday = '(?:yesterday|gestern|ayer|ieri|hier|ontem)'
const one = String.raw`(?:an?|one|ein(?:e[mnr]?)?|un[ao]?|une)`
const anyUnit = units.map(([words]) => words).join('|')
const ago = new RegExp(
  String.raw`^(?:vor |hace |il y a |há )?(?:about |etwa )?(\d{1,4}|${one}) (${anyUnit})(?: ago| fa)?$`,
  'i',
)
const isAgo = /^(?:vor|hace|il y a|há) | (?:ago|fa)$/i
const [isNow, isYesterday] = [now, yesterday].map((words) => new RegExp(`^${words}$`, 'i'))

/** Whether texts say how long ago something was, some of them by a word. */
function areAgo(reader: ColumnReader): boolean {
  const known = reader.knownTexts.slice(0, 200).flatMap((text) => (text === null ? [] : [text.trim()]))
  const counted = known.filter((text) => ago.test(text) && isAgo.test(text))
  const others = known.filter((text) => !counted.includes(text))
  const areWords = others.every((text) => isNow.test(text) || isYesterday.test(text) || !/\d/.test(text))
  return counted.length > 2 && areWords && others.length <= 4
}

/** in 7,519 mi beside overdue by 536 mi */
const due = /^(?:(?:due )?in|noch|faltan|quedan|dans|tra|fra) (\d{1,3}(?:,\d{3})+|\d+) ?([\p{L}]+)$/iu
const overdue =
  /^(?:overdue(?: by)?|late by|überfällig seit|vencido (?:hace|por)|en retard de|scaduto da) (\d{1,3}(?:,\d{3})+|\d+) ?([\p{L}]+)$/iu

/** The units of what is left, as they are written. */
function unitsDue(reader: ColumnReader): ReadonlySet<string> {
  const found = (sampleOf(reader)?.withDigits ?? []).map((text) => due.exec(text) ?? overdue.exec(text))
  return new Set(found.flatMap((one) => one?.[2].toLowerCase() ?? []))
}

/** Whether texts are what is left until something, or what it is beyond; all in one unit. */
function areDue(reader: ColumnReader): boolean {
  const texts = sampleOf(reader)?.withDigits ?? []
  const found = texts.map((text) => due.exec(text) ?? overdue.exec(text))
  const endings = new Set([...unitsDue(reader)].map((unit) => unit.replace(/s$/, '')))
  const isEach = [due, overdue].every((pattern) => texts.some((text) => pattern.test(text)))
  // A comma may be a decimal mark elsewhere.
  const areWhole = found.every((one) => one !== null && /^\d{1,3}(?:,?\d{3})*$/.test(one[1]))
  return isEach && !found.includes(null) && endings.size === 1 && areWhole
}

/** Dates, days of a year and lengths of time until now, with the queries that read them. */
export const momentTexts: readonly LetteredText[] = [
  {
    code: 'unread-dates',
    start: 'dates or times in a form that is not read, read as categorical',
    end: 'for dates, with other cells missing, say',
    are: (_, reader) => momentOf(reader) !== null,
    mayBeMixed: true,
    query: momentQuery,
  },
  {
    code: 'unread-dates',
    start: 'days of a year by their number, read as categorical',
    end: 'if they are, for dates, with other cells missing, say',
    are: (_, reader) => dayPattern(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const pattern = dayPattern(reader)!
        const [day, year] = (pattern === dayFirst ? [1, 2] : [2, 1]).map(
          (group) => `TRY_CAST(${captured(column, pattern, group)} AS INTEGER)`,
        )
        const date = `CAST(make_date(${year}, 1, 1) + ${day} - 1 AS DATE)`
        return whereMatches(
          column,
          pattern,
          `CASE WHEN year(${date}) = ${year} AND ${day} > 0 THEN ${date} END`,
        )
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'lengths of time until now, read as categorical',
    end: 'for their days, with other cells missing, say',
    are: (_, reader) => areAgo(reader),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const count = `coalesce(TRY_CAST(${captured(column, ago)} AS DOUBLE), 1)`
        const unit = `lower(${captured(column, ago, 2)})`
        const cases = units.map(
          ([words, days]) => `WHEN regexp_full_match(${unit}, '${words}') THEN ${days} * ${count}`,
        )
        const words = [
          whereMatches(column, isNow, '0'),
          whereMatches(column, isYesterday, '1'),
          whereMatches(column, isAgo, `CASE ${cases.join(' ')} END`),
        ]
        return `coalesce(${words.join(', ')})`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'what is left until something and what is beyond it, read as categorical',
    end: 'for numbers, those beyond below 0, with other cells missing, say',
    are: (_, reader) => areDue(reader),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const units = [...unitsDue(reader)].map(queryValue).join(', ')
        const numberIn = (pattern: RegExp) => {
          const number = `TRY_CAST(replace(${captured(column, pattern)}, ',', '') AS DOUBLE)`
          return `CASE WHEN lower(${captured(column, pattern, 2)}) IN (${units}) THEN ${number} END`
        }
        return `coalesce(${numberIn(due)}, -${numberIn(overdue)})`
      }),
  },
]
