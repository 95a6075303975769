import type { TimeKind } from '#core'
import { clockOf, hourAfterDate, noClock, withColon, zonedClockSource } from './clock-texts.ts'
import type { Clock } from './clock-texts.ts'
import { dayNumber, firstShortYear, fullYear, mondayOfWeek } from './day-numbers.ts'
import { isWeekday, mayHaveNames, monthOf, plainLetters, romanMonths } from './month-names.ts'
import type { ParsedTime, TimeForm } from './time-texts.ts'

const day = String.raw`(\d\d?)(?:st|nd|rd|th|er|\.?[º°]|\.)?`
const month = String.raw`([a-z]{3,12})\.?`
const clock = `(?:(?:,? |t|:)${zonedClockSource})?`

/** 25 December 2019, 25-Dec-19, 01APR2023, 3. März 2021, 2 de enero de 2020, with or without a time. */
const dayFirst = new RegExp(
  String.raw`^${day}([ \-/.]?)(?:de |of )?${month},?([ \-/.]?)(?:del? )?(\d{4}|\d\d)${clock}$`,
)
/** Dec 25, 2019 */
const monthFirst = new RegExp(String.raw`^${month}[ \-/.]${day}(?:, ?|[ \-/.])(\d{4})${clock}$`)
/** 2019-Dec-25 */
const yearFirst = new RegExp(String.raw`^(\d{4})([ \-/.]?)${month}\2(\d\d?)${clock}$`)
/** 1.v.2019, 2-VIII-2019: the month in Roman numerals. */
const romanMonth = /^(\d\d?)([-/]|\. ?)([ivx]+)\2(\d{4})$/
/** 2024_Mar_01_1620, as PsychoPy names its files. */
const ofPsychoPy = /^(\d{4})_([a-z]{3})_(\d\d)_(\d\d)([0-5]\d)$/
/** Aug 3 10:00:00 2022, as asctime and date write it after the day of the week. */
const yearAfterClock = new RegExp(String.raw`^${month} {1,2}(\d\d?) ${zonedClockSource} (\d{4})$`)
/** Jan 1974, enero de 2020, JAN1974, Jan-74 */
const monthAndYear = new RegExp(String.raw`^${month}(,? |[-/.]|)(?:del? |of )?(\d{4}|\d\d)$`)
/** 1974 Jan */
const yearAndMonth = new RegExp(String.raw`^(\d{4})([ \-/.]?)${month}$`)
/** 2020-Q3, 2020Q3, Q3 2020, 3Q2020, and T, which may be a term too. */
const quarterLast = /^(\d{4})[ \-/.]?([qt])([1-4])$/
const quarterFirst = /^(?:([qt])([1-4])[ \-/.]|([1-4])([qt])[ -]?)(\d{4})$/
/**
 * 1er trimestre 2020, 2º trim. de 2020, III trim. 2020, 3. Quartal 2020, trimestre 4 2020, 2020 trimestre 4
 */
const quarter = String.raw`(?:trimestre|trim|quartal|quarter)\.?`
const yearAfter = String.raw`(?:[ \-/]|, | del? | di )(\d{4})`
const namedQuarter = new RegExp(
  String.raw`^(?:(?:([1-4])(?:\.?[ºª°]|\.|er|e|eme|st|nd|rd|th)? ?|(i{1,3}|iv) )${quarter}${yearAfter}|${quarter} ?([1-4])${yearAfter}|(\d{4})[ \-/,]{1,2}${quarter} ?([1-4]))$`,
)
/** 2020-W05, 2020-W05-3 */
const week = /^(\d{4})-?w(\d\d)(?:-?([1-7]))?$/
/** 2020M03, 2020m3 */
const monthNumber = /^(\d{4})m(\d\d?)$/

/** Parses a date whose month has a name, a month, a quarter or a week; `null` if the text is none of them. */
export function parseNamedTime(cell: string): ParsedTime | null {
  if (!mayHaveNames(cell)) return null
  // 22 maja 2024 r. is of the year in Polish.
  const text = plainLetters(cell.trim()).replace(/(?<=\d{4}) ?r\.?$/, '')
  const time = parseWithoutWeekday(text)
  if (time) return time
  // A word such as `mar` is a month, or a day of the week in another language.
  const word = /^([a-z]{2,10})[.,]{0,2} {1,2}(?=\S)/.exec(text)
  const date = word && isWeekday(word[1]) ? text.slice(word[0].length) : text
  const place = date.search(beforeClock) + 4
  const usual = place < 4 ? date : date.slice(0, place) + withColon(date.slice(place))
  return (usual === text ? null : parseWithoutWeekday(usual)) ?? withHourAlone(date)
}

/** A date with an hour alone behind it. */
function withHourAlone(text: string): ParsedTime | null {
  const place = text.lastIndexOf(' ')
  const hour = place < 0 ? null : hourAfterDate(text.slice(place))
  const day = hour === null ? null : parseWithoutWeekday(text.slice(0, place).replace(/,$/, ''))
  if (hour === null || day?.form !== 'named' || day.kind !== 'date') return null
  return { ...day, kind: 'datetime', seconds: 3600 * Number(hour), hourAlone: hour }
}

/** The year of a date, with a time behind it. */
const beforeClock = /\d{4},? [a-z\d]/

function parseWithoutWeekday(text: string): ParsedTime | null {
  const hasNumberedPart = /^(?:\d{4}[ \-/.]?|\d?)[qwmt](?![a-z])/.test(text)
  return hasNumberedPart
    ? ofNumberedPart(text)
    : (byDayFirst(text) ?? byOtherOrder(text) ?? ofMonthAndYear(text) ?? ofNamedQuarter(text))
}

function byDayFirst(text: string): ParsedTime | null {
  const found = dayFirst.exec(text)
  if (!found) return null
  const [, d, before, name, after, y, ...time] = found
  // 25DEC19 may start with the year.
  if (y.length === 2 && before === '' && after === '') return null
  return dated(y, monthOf(name), d, time)
}

function byOtherOrder(text: string): ParsedTime | null {
  const first = monthFirst.exec(text)
  if (first) return dated(first[3], monthOf(first[1]), first[2], first.slice(4))
  const year = yearFirst.exec(text)
  if (year) return dated(year[1], monthOf(year[3]), year[4], year.slice(5))
  const roman = romanMonth.exec(text)
  if (roman) return dated(roman[4], romanMonths.indexOf(roman[3]) + 1, roman[1], [])
  const file = ofPsychoPy.exec(text)
  if (file) return dated(file[1], monthOf(file[2]), file[3], file.slice(4))
  const last = yearAfterClock.exec(text)
  return last && dated(last[10], monthOf(last[1]), last[2], last.slice(3, 10))
}

function dated(
  y: string,
  m: number | undefined,
  d: string,
  groups: readonly (string | undefined)[],
): ParsedTime | null {
  const time = groups[0] === undefined ? noClock : clockOf(groups, true)
  if (m === undefined || time === null) return null
  const year = y.length === 2 ? fullYear(Number(y), firstShortYear) : Number(y)
  if (dayNumber(year, m, Number(d)) === null) return null
  const kind = groups[0] === undefined ? 'date' : 'datetime'
  const form = y.length === 2 ? 'named-short' : 'named'
  return ofParts(form, [Number(y), m, Number(d)], y.length === 2, time, kind)
}

function ofMonthAndYear(text: string): ParsedTime | null {
  const first = monthAndYear.exec(text)
  if (first) {
    const [, name, between, y] = first
    // Jan74 is as often a code.
    if (y.length === 2 && between !== ' ' && between !== '-') return null
    return monthOfYear(
      y,
      monthOf(name),
      y.length === 2 ? 'month-short' : between === '' ? 'month-joined' : 'month',
    )
  }
  const last = yearAndMonth.exec(text)
  return last && monthOfYear(last[1], monthOf(last[3]), last[2] === '' ? 'month-joined' : 'month')
}

/** The years that a month, a quarter or a week may have; other digits are more likely a code. */
const years = { first: 1500, last: 2199 } as const

/** The first day of a month. */
export function monthOfYear(y: string, m: number | undefined, form: TimeForm): ParsedTime | null {
  const year = Number(y)
  if (m === undefined || m < 1 || m > 12) return null
  const hasShortYear = y.length === 2
  if (!hasShortYear && (year < years.first || year > years.last)) return null
  return ofParts(form, [year, m, 1], hasShortYear)
}

/** The first day of a quarter; `letter`: by which it is one. */
function ofQuarter(year: string, quarter: string, letter = 'q'): ParsedTime | null {
  return monthOfYear(year, 3 * Number(quarter) - 2, letter === 't' ? 'quarter-or-term' : 'quarter')
}

function ofNamedQuarter(text: string): ParsedTime | null {
  const found = namedQuarter.exec(text) as (string | undefined)[] | null
  if (!found) return null
  const [, number, roman, y, after, yAfter, yBefore, last] = found
  const named = roman === undefined ? undefined : String(romanMonths.indexOf(roman) + 1)
  return ofQuarter((y ?? yAfter ?? yBefore)!, (number ?? named ?? after ?? last)!)
}

function ofNumberedPart(text: string): ParsedTime | null {
  const last = quarterLast.exec(text)
  const first = quarterFirst.exec(text)
  if (last) return ofQuarter(last[1], last[3], last[2])
  if (first) return ofQuarter(first[5], first[2] ?? first[3], first[1] ?? first[4])
  const month = monthNumber.exec(text)
  if (month) return monthOfYear(month[1], Number(month[2]), 'month-digits')
  const weekly = week.exec(text)
  if (!weekly || Number(weekly[1]) < years.first || Number(weekly[1]) > years.last) return null
  const monday = mondayOfWeek(Number(weekly[1]), Number(weekly[2]))
  if (monday === null) return null
  const date = new Date((monday + Number(weekly[3] ?? 1) - 1) * 86_400_000)
  return ofParts('week', [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()])
}

/** A date of which year, month and day are known. */
function ofParts(
  form: TimeForm,
  parts: ParsedTime['parts'],
  hasShortYear = false,
  { seconds, fraction, zone }: Clock = noClock,
  kind: TimeKind = 'date',
): ParsedTime {
  return {
    kind,
    form,
    parts,
    orders: 'known',
    separator: '',
    hasShortYear,
    points: null,
    seconds,
    fraction,
    zone,
  }
}
