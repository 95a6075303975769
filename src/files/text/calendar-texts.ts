import { queryColumn, replacingQuery } from '#core'
import { yearsBefore } from '../cells/calendar-days.ts'
import type { DateOrder } from '#core'

/** The eras of Japan: their names, the letter that stands for each, and the year before their first. */
const eras: readonly (readonly [names: string, letter: string, before: number])[] = [
  ['明治|meiji', 'm', 1867],
  ['大正|taish[oō]', 't', 1911],
  ['昭和|sh[oō]wa', 's', 1925],
  ['平成|heisei', 'h', 1988],
  ['令和|reiwa', 'r', 2018],
]
const names = eras.map(([name]) => name).join('|')
const letters = eras.map(([, letter]) => letter).join('')

const month = '(?:1[0-2]|0?[1-9])'
const day = '(?:3[01]|[12]\\d|0?[1-9])'
/** A month and a day behind a year, or a month alone where signs name them. */
const behindYear = `(?:年 ?${month}月(?: ?${day}日)?|[./-]${month}[./-]${day})`

const eraYear = new RegExp(`^(?:${names}) ?(?:\\d\\d?|元) ?年?$`, 'i')
const eraDate = new RegExp(`^(?:${names}) ?(?:\\d\\d?|元)${behindYear}$`, 'i')
/** R6.3.15 and S50/3/15. */
const letteredDate = new RegExp(`^[${letters}]\\d\\d?[./-]${month}[./-](${day})$`, 'i')
const anyEraDate = new RegExp(`${eraDate.source}|${letteredDate.source}`, 'i')
const lastMonth = 12

/** Years of the Republic of China; without its name they have three digits. */
const republicYear = /^(?:中華)?(?:民國|民国) ?(?:\d{1,3}|元) ?年?$/
const republicDate = new RegExp(
  `^(?:(?:中華)?(?:民國|民国) ?(?:\\d{1,3}|元)|(?:民國)?1[0-4]\\d)${behindYear}$`,
)
const firstOfRepublic = 1911

/** The months of Thailand, whole and cut off. */
const thaiMonths = [
  'มกราคม|ม\\.ค\\.',
  'กุมภาพันธ์|ก\\.พ\\.',
  'มีนาคม|มี\\.ค\\.',
  'เมษายน|เม\\.ย\\.',
  'พฤษภาคม|พ\\.ค\\.',
  'มิถุนายน|มิ\\.ย\\.',
  'กรกฎาคม|ก\\.ค\\.',
  'สิงหาคม|ส\\.ค\\.',
  'กันยายน|ก\\.ย\\.',
  'ตุลาคม|ต\\.ค\\.',
  'พฤศจิกายน|พ\\.ย\\.',
  'ธันวาคม|ธ\\.ค\\.',
] as const
const thaiYear = /^พ\.?ศ\.? ?\d{4}$/
const thaiDate = new RegExp(`^${day} ?(?:${thaiMonths.join('|')}) ?(?:พ\\.?ศ\\.? ?)?(?:\\d{4}|\\d\\d)$`)
/** Later years are of the Buddhist calendar. */
const lastOfOurs = 2400
/** Buddhist years of two digits are those from 2500 on. */
const firstShort = 2500

/** 1445/9/1 هـ, 01-09-1445 AH: with a letter for the Hijra. */
const hijri =
  /^(?:(?<first>1[2-4][\d٠-٩]{2}|١[٢-٤][\d٠-٩]{2})[-/.][\d٠-٩]{1,2}[-/.][\d٠-٩]{1,2}|[\d٠-٩]{1,2}[-/.][\d٠-٩]{1,2}[-/.](?:1[2-4]|١[٢-٤])[\d٠-٩]{2}) ?(?:هـ\.?|ه|A\.?H\.?|H\.?)$/i

/** Whether such a date starts with the year; `null` if it is none. */
function startsWithYear(text: string): boolean | null {
  const found = hijri.exec(text)
  return found && found.groups!.first !== undefined
}

/** Texts that are years or dates of another calendar, and the query that reads them in ours. */
interface CalendarText {
  readonly start: string
  readonly end: string
  /** What a text has to be, with usual digits. */
  readonly pattern: RegExp
  readonly are: (texts: readonly string[]) => boolean
  readonly valueOf: (column: string, texts: readonly string[]) => string
}

const forYears = 'for the years of our calendar, with other cells missing, say'
const forDates = 'for dates of our calendar, with other cells missing, say'

export const calendarTexts: readonly CalendarText[] = [
  {
    start: 'years of Japanese eras, read as categorical',
    end: forYears,
    pattern: eraYear,
    are: (texts) => texts.every((text) => eraYear.test(text)),
    valueOf: (column) => `${numberAt(column, 1)} + ${yearBeforeEra(column)}`,
  },
  {
    start: 'dates of Japanese eras, read as categorical',
    end: forDates,
    pattern: anyEraDate,
    are: (texts) => texts.every((text) => eraDate.test(text)) || areLettered(texts),
    valueOf: (column) =>
      dateOf(`${numberAt(column, 1)} + ${yearBeforeEra(column)}`, textAt(column, 2), textAt(column, 3)),
  },
  {
    start: 'years of the Republic of China, read as categorical',
    end: forYears,
    pattern: republicYear,
    are: (texts) => texts.every((text) => republicYear.test(text)),
    valueOf: (column) => `${numberAt(column, 1)} + ${firstOfRepublic}`,
  },
  {
    start: 'dates of the Republic of China, read as categorical',
    end: forDates,
    pattern: republicDate,
    are: (texts) => texts.every((text) => republicDate.test(text)),
    valueOf: (column) =>
      dateOf(`${numberAt(column, 1)} + ${firstOfRepublic}`, textAt(column, 2), textAt(column, 3)),
  },
  {
    start: 'years of the Buddhist calendar, read as categorical',
    end: forYears,
    pattern: thaiYear,
    are: (texts) => texts.every((text) => thaiYear.test(text)),
    valueOf: (column) => `${numberAt(column, 1, thai)} - ${yearsBefore}`,
  },
  {
    start: 'dates of the Islamic calendar, read as categorical',
    end: 'for dates of our calendar, a day or two from the official ones, with other cells missing, say',
    pattern: hijri,
    are: (texts) => {
      const starts = new Set(texts.map((text) => startsWithYear(text)))
      return starts.size === 1 && !starts.has(null)
    },
    valueOf: (column, texts) => {
      const places = startsWithYear(texts[0]) ? [1, 2, 3] : [3, 2, 1]
      return islamicDate(places.map((place) => numberAt(column, place, arabic)))
    },
  },
  {
    start: 'dates with names of months of Thailand, read as categorical',
    end: forDates,
    pattern: thaiDate,
    are: (texts) => texts.every((text) => thaiDate.test(text)),
    valueOf: (column) => dateOf(thaiYearOf(column), thaiMonthOf(column), textAt(column, 1, thai)),
  },
]

/** Letters with two numbers are codes too, unless some are days beyond the months. */
function areLettered(texts: readonly string[]): boolean {
  const days = texts.map((text) => Number(letteredDate.exec(text)?.[1] ?? NaN))
  return days.every((day) => !Number.isNaN(day)) && Math.max(...days) > lastMonth
}

/** Columns of dates of another calendar, as dates, with a time or without one, or as texts of digits in an order. */
type CalendarColumns = readonly (readonly [name: string, as: 'date' | 'datetime' | DateOrder])[]

/** A query that brings years of the Buddhist calendar to ours. */
export function buddhistQuery(columns: CalendarColumns): string {
  const values = columns.map(([name, as]) => {
    const column = queryColumn(name)
    // Years of ours may stand among them.
    const ours = (year: string) => `CASE WHEN ${year} > ${lastOfOurs} THEN ${yearsBefore} ELSE 0 END`
    const moment = `${column} - to_years(${ours(`year(${column})`)})`
    if (as === 'date' || as === 'datetime') return [name, as === 'date' ? `CAST(${moment} AS DATE)` : moment]
    const [d, m, y] = ['d', 'm', 'y'].map((part) => as.indexOf(part) + 1)
    const given = numberAt(column, y, thai)
    const year = `${given} - ${ours(given)}`
    return [name, dateOf(year, textAt(column, m, thai), textAt(column, d, thai))]
  })
  return replacingQuery(Object.fromEntries(values) as Record<string, string>)
}

/** A query that brings dates of the Persian calendar to ours. */
export function persianQuery(columns: CalendarColumns): string {
  return dateQuery(columns, wide, persianDate)
}

/**
 * A query that brings dates of the Islamic calendar to ours by its arithmetic form, from which the official
 * dates of a country differ by a day or two.
 */
export function islamicQuery(columns: CalendarColumns): string {
  return dateQuery(columns, arabic, islamicDate)
}

/** A query by what makes a date of ours of a year, a month and a day; texts may have these digits. */
function dateQuery(
  columns: CalendarColumns,
  digits: string,
  dateOf: (parts: readonly string[]) => string,
): string {
  const values = columns.map(([name, as]) => {
    const column = queryColumn(name)
    const isText = as !== 'date' && as !== 'datetime'
    const parts = isText
      ? ['y', 'm', 'd'].map((part) => numberAt(column, as.indexOf(part) + 1, digits))
      : ['year', 'month', 'day'].map((part) => `${part}(${column})`)
    const date = dateOf(parts)
    return [name, as === 'datetime' ? `${date} + CAST(${column} AS TIME)` : date]
  })
  return replacingQuery(Object.fromEntries(values) as Record<string, string>)
}

/** The first day of a Persian and of an Islamic year in ours, from which others are counted. */
const known = {
  persian: { year: 1403, day: '2024-03-20' },
  islamic: { year: 1445, day: '2023-07-19' },
} as const

/** Six months have 31 days, the others 30; 8 of 33 years have a day more. */
function persianDate([y, m, d]: readonly string[]): string {
  const { year, day } = known.persian
  const leaps = (of: string | number) => `(8 * ${of} + 21) // 33`
  const days = `365 * (${y} - ${year}) + ${leaps(y)} - ${leaps(year)} + 31 * (${m} - 1) - greatest(${m} - 7, 0) + ${d} - 1`
  return `DATE '${day}' + CAST(${days} AS INTEGER)`
}

/** Months have 30 and 29 days in turn; 11 of 30 years have a day more. */
function islamicDate([y, m, d]: readonly string[]): string {
  const { year, day } = known.islamic
  const leaps = (of: string | number) => `(11 * ${of} + 3) // 30`
  const days = `354 * (${y} - ${year}) + ${leaps(y)} - ${leaps(year)} + 29 * (${m} - 1) + ${m} // 2 + ${d} - 1`
  return `DATE '${day}' + CAST(${days} AS INTEGER)`
}

/** Islamic years before this one are Persian ones too. */
export const lastPersian = 1420

/** A DATE of SQL, or nothing where the numbers make none. */
function dateOf(year: string, month: string, day: string): string {
  return `CAST(try_strptime(concat(${year}, '-', ${month}, '-', coalesce(${day}, '1')), '%Y-%m-%d') AS DATE)`
}

/** The digits of Japan and China, with the first year of an era, those of Thailand, and Arabic ones. */
const wide = '０１２３４５６７８９元'
const thai = '๐๑๒๓๔๕๖๗๘๙'
const arabic = '٠١٢٣٤٥٦٧٨٩'

/** A cell with the digits 0 to 9 in the place of others. */
export function usualDigits(column: string, digits = wide + thai + arabic): string {
  const usual = '01234567891' + '0123456789'.repeat(2)
  return `translate(${column}, '${digits}', '${digits.startsWith('０') ? usual.slice(0, digits.length) : usual.slice(0, 10)}')`
}

/** The digits at a place among those of a cell, which may be other ones. */
function textAt(column: string, place: number, digits = wide): string {
  return `regexp_extract_all(${usualDigits(column, digits)}, '[0-9]+')[${place}]`
}

/** The number at a place among those of a cell. */
function numberAt(column: string, place: number, digits = wide): string {
  return `TRY_CAST(${textAt(column, place, digits)} AS INTEGER)`
}

function yearBeforeEra(column: string): string {
  const cases = eras.map(
    ([names, letter, before]) =>
      `WHEN regexp_matches(lower(${column}), '${names}|^\\s*${letter}[0-9]') THEN ${before}`,
  )
  return `CASE ${cases.join(' ')} END`
}

function thaiMonthOf(column: string): string {
  const cases = thaiMonths.map((names, i) => `WHEN regexp_matches(${column}, '${names}') THEN '${i + 1}'`)
  return `CASE ${cases.join(' ')} END`
}

function thaiYearOf(column: string): string {
  const year = numberAt(column, 2, thai)
  const past = `${yearsBefore} - CASE WHEN ${year} < 100 THEN ${firstShort} ELSE 0 END`
  return `${year} - (${past})`
}
