import type { DateOrder, TimeKind } from '#core'
import {
  clockOf,
  clockSource,
  exactSeconds,
  hourAfterDate,
  noClock,
  withColon,
  zonedClockSource,
} from './clock-texts.ts'
import type { Clock } from './clock-texts.ts'
import { dayNumber, firstShortYear, fullYear } from './day-numbers.ts'
import { isWeekday, plainLetters } from './month-names.ts'
import { monthOfYear, parseNamedTime } from './named-times.ts'

/** How a date or a time is written; a column is read if all its cells are written in one form. */
export type TimeForm =
  /** 2020-12-31, 31/12/2020, 31/12/20 */
  | 'year-first'
  | 'year-last'
  | 'short'
  /** 31 December 2020, 31-Dec-20 */
  | 'named'
  | 'named-short'
  /** Jan 1974, JAN1974, Jan-74, 1974-01 */
  | 'month'
  | 'month-joined'
  | 'month-short'
  | 'month-digits'
  /** 2020-Q3, 1er trimestre 2020, T3 2020, 2020-W05 */
  | 'quarter'
  | 'quarter-or-term'
  | 'week'
  /** 20200131, or seconds since 1970: dates only if the type says so. */
  | 'digits'
  /** 18:00, 9:30, which may be a score, 18.00.00 */
  | 'clock'
  | 'clock-or-score'
  | 'points'
  /** 8.15 Uhr, 8 Uhr */
  | 'german-clock'

/** A date, a date with a time, or a time of day, parsed from text. */
export interface ParsedTime extends Clock {
  readonly kind: TimeKind
  readonly form: TimeForm
  /** Year, month and day if these are known, else the three numbers of the date as they are written. */
  readonly parts: readonly [number, number, number]
  /**
   * The orders in which the numbers are a date, if it is not known which is the year, the month and the day.
   */
  readonly orders: 'known' | readonly DateOrder[]
  /** The character between day, month and year. */
  readonly separator: string
  /** Whether the year has two digits. */
  readonly hasShortYear: boolean
  /** Seconds since midnight, if three numbers with points may be a time of day. */
  readonly points: number | null
  /** The hour as it is written, if it stands alone behind the date. */
  readonly hourAlone?: string
}

const zonedClock = new RegExp(`^,?[T t]${zonedClockSource}$`)
/** The usual time of day after a date. */
const plainClock = /^[T t]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const monthAndYear = /^(?:(\d{4})[-/](\d\d)|(\d\d)[-/](\d{4}))$/
const clockAlone = new RegExp(`^${clockSource(String.raw`\.`)}$`)
const clockWithPoints = /^([01]\d|2[0-3])\.([0-5]\d)\.([0-5]\d)$/

const secondsPerDay = 86400

/** Parses a date or time; `null` if the text is neither. */
export function parseTime(cell: string): ParsedTime | null {
  const text = cell.trim()
  const clock = isGermanClock(text) ? parseGermanClock(text) : null
  if (clock) return clock
  // The digits that a text starts with, and the character after them, rule out most texts.
  const digits = digitsFrom(text, 0)
  const mark = text[digits]
  if (mark === ':') return digits <= 2 ? parseTimeOfDay(text) : null
  if (digits === 0 || digits > 4)
    return /^[a-z]/i.test(text) ? (parseNamedTime(text) ?? parseAfterWeekday(text)) : null
  if (!isDateMark(mark)) return mark === undefined ? null : parseNamedTime(text)
  const second = digits + 1 + digitsFrom(text, digits + 1)
  if (text[second] === mark) return parseNumbers(text, digits, second)
  if (second === text.length) return mark === '.' ? null : parseMonth(text)
  return second === digits + 1 ? parseNamedTime(text) : null
}

const wordAndDigit = /^(\p{L}{2,10})[.,]{0,2} {1,2}(?=\d)/u

/** Parses a date in digits behind a day of the week. */
function parseAfterWeekday(text: string): ParsedTime | null {
  const word = wordAndDigit.exec(text)
  return word && isWeekday(plainLetters(word[1])) ? parseTime(text.slice(word[0].length)) : null
}

/** How many digits there are from a place on. */
function digitsFrom(text: string, from: number): number {
  let to = from
  for (let unit = text.charCodeAt(to); unit >= 0x30 && unit <= 0x39; unit = text.charCodeAt(to)) to++
  return to - from
}

function isDateMark(mark: string | undefined): boolean {
  return mark === '-' || mark === '/' || mark === '.'
}

const ofYear = /^ ?r\.?$/

/** Parses three numbers with marks between them, the first of `digits` digits, the third after `second`. */
function parseNumbers(text: string, digits: number, second: number): ParsedTime | null {
  const separator = text[digits]
  const inMiddle = second - digits - 1
  const last = digitsFrom(text, second + 1)
  if (inMiddle < 1 || inMiddle > 2 || last < 1 || last > 4) return null
  const end = second + 1 + last
  // 20.05.2024 r. is of the year in Polish.
  const isDate = end === text.length || (last === 4 && separator === '.' && ofYear.test(text.slice(end)))
  const hour = isDate ? null : hourAfterDate(text.slice(end))
  const time = isDate ? noClock : clockAfterDate(hour === null ? text.slice(end) : ` ${hour}:00`)
  const form = formOf(digits, last)
  if (time === null || form === null) return null
  const parts: ParsedTime['parts'] = [
    numberFrom(text, 0, digits),
    numberFrom(text, digits + 1, second),
    numberFrom(text, second + 1, end),
  ]
  const isShort = form === 'short'
  const pointed = isShort && separator === '.' ? clockWithPoints.exec(text) : null
  const points = pointed ? clockOf(pointed.slice(1))!.seconds : null
  const orders = fittingOrders(digits, last, parts)
  if (orders === null) {
    if (points === null) return null
    const none = { parts, orders: [], separator, hasShortYear: false, fraction: '', zone: null } as const
    return { kind: 'time', form: 'points', ...none, points, seconds: points }
  }
  const kind = isDate ? 'date' : 'datetime'
  const found = { kind, form, parts, orders, separator, hasShortYear: isShort, points, ...time } as const
  return hour === null ? found : { ...found, hourAlone: hour }
}

/** The number of the digits in a range. */
function numberFrom(text: string, from: number, to: number): number {
  let number = 0
  for (let i = from; i < to; i++) number = 10 * number + text.charCodeAt(i) - 0x30
  return number
}

function clockAfterDate(text: string): Clock | null {
  const found = plainClock.exec(text) ?? zonedClock.exec(text) ?? zonedClock.exec(withColon(text))
  return found && clockOf(found.slice(1), true)
}

/** The form of three numbers, by how many digits the first and the last have. */
function formOf(first: number, last: number): 'year-first' | 'year-last' | 'short' | null {
  if (first === 4) return last <= 2 ? 'year-first' : null
  if (first > 2 || last === 3) return null
  if (last === 4) return 'year-last'
  return first === 2 || last === 2 ? 'short' : null
}

/** In which orders three numbers are a date; `null` if in none. Lists are shared, since there are few. */
function fittingOrders(first: number, last: number, parts: ParsedTime['parts']): ParsedTime['orders'] | null {
  if (first === 4) return dayOfParts(parts, 'ymd', false) === null ? null : 'known'
  const isShort = last < 4
  const fits = (order: DateOrder) => dayOfParts(parts, order, isShort) !== null
  const yearLast = !isShort || last === 2
  const bits =
    (yearLast && fits('dmy') ? 1 : 0) +
    (yearLast && fits('mdy') ? 2 : 0) +
    (isShort && first === 2 && fits('ymd') ? 4 : 0)
  return bits === 0 ? null : listsOfOrders[bits]
}

const listsOfOrders: readonly (readonly DateOrder[])[] = [...Array(8).keys()].map((bits) =>
  (['dmy', 'mdy', 'ymd'] as const).filter((_, i) => (bits & (1 << i)) !== 0),
)

function parseMonth(text: string): ParsedTime | null {
  const found = monthAndYear.exec(text)
  return found && monthOfYear(found[1] ?? found[4], Number(found[2] ?? found[3]), 'month-digits')
}

function parseTimeOfDay(text: string): ParsedTime | null {
  const groups = clockAlone.exec(text)?.slice(1)
  const time = groups ? clockOf(groups) : null
  if (!groups || time === null) return null
  const [hour, , second, , half] = groups as readonly (string | undefined)[]
  const isDoubtful = hour!.length === 1 && second === undefined && half === undefined
  const form = isDoubtful ? 'clock-or-score' : 'clock'
  const none = { parts: [0, 0, 0], orders: [], separator: '', hasShortYear: false, points: null } as const
  return { kind: 'time', form, ...none, ...time }
}

const germanClock = /^(\d\d?)(?:[.:]([0-5]\d))? ?Uhr$/i

/** Whether a text may be a time of day such as `8.15 Uhr`, by its start and its end. */
export function isGermanClock(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first < 0x30 || first > 0x39) return false
  // It ends in r or in a blank.
  const last = text.charCodeAt(text.length - 1)
  return ((last | 0x20) === 0x72 || last <= 0x20 || last >= 0x80) && /Uhr\s*$/i.test(text)
}

function parseGermanClock(text: string): ParsedTime | null {
  const found = germanClock.exec(text)
  const time = found ? clockOf([found[1], found[2] ?? '0']) : null
  if (time === null) return null
  const none = { parts: [0, 0, 0], orders: [], separator: '', hasShortYear: false, points: null } as const
  return { kind: 'time', form: 'german-clock', ...none, ...time }
}

/** The day of a date in an order; years of two digits are among the hundred that begin with `from`. */
function dayOfParts(
  [a, b, c]: ParsedTime['parts'],
  order: DateOrder,
  hasShortYear: boolean,
  from = firstShortYear,
): number | null {
  const y = order === 'ymd' ? a : c
  const m = order === 'mdy' ? a : b
  const d = order === 'ymd' ? c : order === 'dmy' ? a : b
  return dayNumber(hasShortYear ? fullYear(y, from) : y, m, d)
}

/** The day of a time in an order; `null` if it is no date in it. */
export function dayOfTime(
  { orders, parts, hasShortYear }: ParsedTime,
  order?: DateOrder,
  from?: number,
): number | null {
  if (orders === 'known') return dayOfParts(parts, 'ymd', hasShortYear, from)
  return order && orders.includes(order) ? dayOfParts(parts, order, hasShortYear, from) : null
}

/**
 * A parsed time as a number of the given kind: days since 1970, seconds since 1970, or seconds since
 * midnight; `null` if it cannot be of that kind. A date converts to midnight of that day, and midnight
 * converts to the date. A zone of which only the name is known is left out.
 */
export function timeToNumber(
  time: ParsedTime,
  kind: TimeKind,
  order: DateOrder | undefined,
  from?: number,
): number | null {
  if (kind === 'time' && time.points !== null) return time.points
  if ((kind === 'time') !== (time.kind === 'time')) return null
  if (kind === 'time') return exactSeconds(time.seconds, time.fraction)
  const days = dayOfTime(time, order, from)
  if (days === null) return null
  if (kind === 'datetime') return exactSeconds(days * secondsPerDay + time.seconds, time.fraction)
  return time.seconds === 0 && /^0*$/.test(time.fraction) ? days : null
}
