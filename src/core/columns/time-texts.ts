import type { DateOrder } from '../spec/given-types.ts'
import type { TimeKind } from '../spec/rank-spec.ts'

/** A date, a date with a time, or a time of day, parsed from text. */
export interface ParsedTime {
  readonly kind: TimeKind
  /**
   * Days since 1970 with the year first, with the day first, and with the month first; `null` if there is no
   * such day.
   */
  readonly days: number | null
  readonly dmy: number | null
  readonly mdy: number | null
  /** The character between day, month and year. */
  readonly separator: string
  /**
   * Whole seconds since midnight minus the offset of the time zone, and the digits after the decimal point.
   */
  readonly seconds: number
  readonly fraction: string
  /** Whether it may be something other than a time, such as 9:30 (a ratio or a score). */
  readonly isDoubtful: boolean
}

const clock = String.raw`(\d\d?):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?: ?([aApP])\.?[mM]\.?)?`
const zone = String.raw`([zZ]|[+-]\d\d(?::?[0-5]\d)?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T t]${clock}${zone})?$`)
const yearLast = new RegExp(String.raw`^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?:,?[T t]${clock}${zone})?$`)
const clockAlone = new RegExp(`^${clock}$`)

const secondsPerDay = 86400

/** Parses a date or time; `null` if the text is neither. Years have four digits. */
export function parseTime(cell: string): ParsedTime | null {
  const text = cell.trim()
  // The digits that a text starts with, and the character after them, rule out most texts.
  const digits = digitsFrom(text, 0)
  const mark = text[digits]
  if (mark === ':') return digits <= 2 ? parseTimeOfDay(text) : null
  if ((digits !== 4 && digits !== 1 && digits !== 2) || !isDateMark(mark)) return null
  const second = digits + 1 + digitsFrom(text, digits + 1)
  if (text[second] !== mark) return null
  const date = (digits === 4 ? yearFirst : yearLast).exec(text)
  if (!date) return null
  const [, a, separator, b, c, ...time] = date
  const seconds = time[0] === undefined ? 0 : secondsOf(time)
  if (seconds === null) return null
  const isYearFirst = a.length === 4
  const days = isYearFirst ? dayOf(a, b, c) : null
  const dmy = isYearFirst ? null : dayOf(c, b, a)
  const mdy = isYearFirst ? null : dayOf(c, a, b)
  if (days === null && dmy === null && mdy === null) return null
  const kind = time[0] === undefined ? 'date' : 'datetime'
  return { kind, days, dmy, mdy, separator, seconds, fraction: time[3] ?? '', isDoubtful: false }
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

function parseTimeOfDay(text: string): ParsedTime | null {
  const time = clockAlone.exec(text)?.slice(1)
  const seconds = time ? secondsOf(time) : null
  if (!time || seconds === null) return null
  const [hour, , second, fraction = '', half] = time
  const isDoubtful = hour.length === 1 && second === undefined && half === undefined
  return { kind: 'time', days: null, dmy: null, mdy: null, separator: '', seconds, fraction, isDoubtful }
}

/**
 * A parsed time as a number of the given kind: days since 1970, seconds since 1970, or seconds since
 * midnight; `null` if it cannot be of that kind. A date converts to midnight of that day, and midnight
 * converts to the date.
 */
export function timeToNumber(time: ParsedTime, kind: TimeKind, order: DateOrder | undefined): number | null {
  if ((kind === 'time') !== (time.kind === 'time')) return null
  if (kind === 'time') return exactSeconds(time.seconds, time.fraction)
  const days = time.days ?? (order ? time[order] : null)
  if (days === null) return null
  if (kind === 'datetime') return exactSeconds(days * secondsPerDay + time.seconds, time.fraction)
  return time.seconds === 0 && /^0*$/.test(time.fraction) ? days : null
}

/** The parts of a time as whole seconds; `null` if the hour or the time zone is out of range. */
function secondsOf([hour, minute, second = '0', , half, offset]: readonly string[]): number | null {
  const hours = Number(hour)
  if (half === undefined ? hours > 23 : hours < 1 || hours > 12) return null
  const afternoon = half === undefined ? 0 : half.toLowerCase() === 'p' ? 12 : 0
  const hourOfDay = half === undefined ? hours : (hours % 12) + afternoon
  const shift = offsetOf(offset)
  return shift === null ? null : hourOfDay * 3600 + Number(minute) * 60 + Number(second) - shift
}

/** The offset of a time zone from UTC in seconds, positive to the east. */
function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined || /^z$/i.test(zone)) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || '0')
  if (hours > 23) return null
  const seconds = hours * 3600 + minutes * 60
  return zone.startsWith('-') ? -seconds : seconds
}

/**
 * Whole seconds, possibly negative, plus a fraction given by its digits, rounded once to the nearest double.
 */
function exactSeconds(whole: number, fraction: string): number {
  if (fraction === '') return whole
  const digits = BigInt(whole) * BigInt(`1${'0'.repeat(fraction.length)}`) + BigInt(fraction)
  return Number(`${digits}e-${fraction.length}`)
}

/** Days since 1970 in the Gregorian calendar; `null` if there is no such day. */
function dayOf(yearText: string, monthText: string, dayText: string): number | null {
  const year = Number(yearText)
  const month = Number(monthText)
  const day = Number(dayText)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  // Years start in March here, so that a leap day is the last day of its year.
  const y = (month > 2 ? year : year - 1) + 400
  const m = month > 2 ? month - 3 : month + 9
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 1 - 865565
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
