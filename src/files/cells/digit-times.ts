import type { TimeKind } from '#core'
import { noClock } from './clock-texts.ts'
import { dayNumber } from './day-numbers.ts'
import type { NameHint } from './time-names.ts'
import type { ParsedTime } from './time-texts.ts'

/** Years of dates in eight digits; other numbers are more likely something else. */
const years = { first: 1900, last: 2100 } as const

/** The seconds since 1970 of the years 1973 to 2100, and how many of their units make a second. */
const seconds = { first: 1e8, end: 4_102_444_800 } as const
const units = [1, 1e3, 1e6, 1e9] as const

/** The days of the years 1982 to 2064 as a spreadsheet counts them, from 1899-12-30 on. */
const serials = { first: 30_000, end: 60_000 } as const

const wholeDigits = /^\d{8}$/
/** A day with its clock, whose seconds may be left out; milliseconds since 1970 are such digits in a few months of 1976. */
const clockDigits = /^((?:19|20)\d{6})(\d\d)(\d\d)(\d\d)?$/
/** 9.30 and 17.45 for half past nine and a quarter to six; as numbers 20.10 is 20.1, and 9.00 is 9. */
const hourAndMinute = /^(\d\d?)(?:[.,](\d\d?))?$/
const decimals = /^(\d{9,19})(?:\.(\d{1,9}))?$/

/**
 * Digits alone as a time of the type that the user chose: 20200131 as a date, 202001311530 and 20200131153000
 * as a date with a time; seconds since 1970, or thousandths, millionths or billionths of them, as that too.
 */
export function parseDigits(cell: string, kind: TimeKind): ParsedTime | null {
  const text = cell.trim()
  const base = { form: 'digits', separator: '', hasShortYear: false, points: null, orders: 'known' } as const
  const [, hour, minute = ''] = (kind === 'time' && hourAndMinute.exec(text)) || []
  if (hour !== undefined) {
    const seconds = secondsOf([Number(hour), Number(minute.padEnd(2, '0')), 0])
    return seconds === null ? null : { ...base, kind, parts: [1970, 1, 1], seconds, fraction: '', zone: null }
  }
  if (kind !== 'time' && wholeDigits.test(text)) {
    const parts = partsOf(Number(text))
    return parts && { ...base, ...noClock, kind: 'date', parts }
  }
  const clock = kind === 'datetime' ? clockDigits.exec(text) : null
  if (clock) {
    const parts = partsOf(Number(clock[1]))
    const seconds = secondsOf(clock.slice(2).map((digits) => Number(digits ?? 0)))
    return parts && seconds !== null
      ? { ...base, kind: 'datetime', parts, seconds, fraction: '', zone: null }
      : null
  }
  const found = kind === 'datetime' ? decimals.exec(text) : null
  const unit = found ? unitOf(Number(found[1])) : undefined
  if (!found || unit === undefined) return null
  const digits = String(unit).length - 1
  const whole = found[1].slice(0, found[1].length - digits)
  const fraction = `${found[1].slice(found[1].length - digits)}${found[2] ?? ''}`.slice(0, 9)
  return { ...base, kind: 'datetime', parts: [1970, 1, 1], seconds: Number(whole), fraction, zone: null }
}

function partsOf(value: number): [number, number, number] | null {
  const [y, m, d] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
  return y < years.first || y > years.last || dayNumber(y, m, d) === null ? null : [y, m, d]
}

/** The seconds since midnight. */
function secondsOf([hour, minute, second]: readonly number[]): number | null {
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : null
}

/** Whether a number is a day with its clock, in 12 or 14 digits. */
function isDayWithClock(value: number): boolean {
  const withSeconds = value < 1e12 ? value * 100 : value
  const clock = [withSeconds / 10_000, withSeconds / 100, withSeconds].map((part) => Math.floor(part) % 100)
  return partsOf(Math.floor(withSeconds / 1e6)) !== null && secondsOf(clock) !== null
}

function unitOf(value: number): number | undefined {
  return units.find((unit) => value >= seconds.first * unit && value < seconds.end * unit)
}

/** Fewer different dates may be other numbers, where no name says so. */
const fewestDates = 5
/** Fewer different hours with minutes may be hours with decimals. */
const fewestClocks = 8
/** Before this hour they may be lengths of time. */
const firstHour = 4
/** Minutes that decimals of hours seldom have. */
const quarters: ReadonlySet<number> = new Set([15, 45])

/**
 * Notes whether all numbers of a column may be dates in eight digits, or with their clock in twelve or
 * fourteen; and where its name says so, seconds since 1970 or the days of a spreadsheet.
 */
export class DigitTimes {
  #areDates = true
  #haveClocks = true
  #areSeconds: boolean
  #areSerials: boolean
  /** Whether the name of the column says that they are times. */
  readonly isNamed: boolean
  readonly #days: DigitDays | undefined
  readonly #different = new Set<number>()
  /** Whether all may be hours with minutes, as the name says; and whether some has minutes of a quarter. */
  #areClocks: boolean
  #haveQuarters = false
  #unit: number | undefined
  #first: number | undefined

  constructor(hint: NameHint) {
    this.isNamed = hint.date || hint.unix || hint.timeOfDay
    this.#areClocks = hint.timeOfDay
    this.#areSeconds = hint.unix
    this.#areSerials = hint.date
    if (hint.date) this.#days = new DigitDays()
  }

  add(values: Float64Array): void {
    for (let i = 0; i < values.length && this.mayBeTimes; i++) {
      const value = values[i]
      if (Number.isNaN(value)) continue
      this.#first ??= value
      if (this.#different.size < fewestClocks) this.#different.add(value)
      const isWhole = Number.isInteger(value)
      this.#areDates &&= isWhole && partsOf(value) !== null
      this.#haveClocks &&= isWhole && isDayWithClock(value)
      this.#areClocks &&= this.#isClock(value)
      this.#areSerials &&= value >= serials.first && value < serials.end
      this.#areSeconds &&= value >= seconds.first && this.#isOfUnit(value)
      this.#days?.add(value)
    }
  }

  /** Whether all so far may be times. */
  get mayBeTimes(): boolean {
    const areTimes =
      this.#areDates || this.#haveClocks || this.#areSeconds || this.#areSerials || this.#areClocks
    return areTimes || (this.#days?.isOpen ?? false)
  }

  /** The order of day and month, if all may be days without a year, and one of them. */
  get days(): DigitDays['found'] {
    return this.#days?.found ?? null
  }

  /** The type that reads them so, and the first of them. */
  get found(): { readonly type: TimeKind; readonly example: string } | null {
    if (this.#first === undefined) return null
    if (this.#areClocks && this.#haveQuarters && this.#different.size >= fewestClocks)
      return { type: 'time', example: this.#first.toFixed(2) }
    if (!this.#areDates && !this.#haveClocks && !this.#areSeconds) return null
    if (!this.isNamed && this.#different.size < fewestDates) return null
    return { type: this.#areDates ? 'date' : 'datetime', example: String(this.#first) }
  }

  /** The first of them, if all may be days as a spreadsheet counts them. */
  get serial(): number | null {
    return this.#areSerials ? (this.#first ?? null) : null
  }

  #isClock(value: number): boolean {
    const minutes = Math.round((value % 1) * 100)
    this.#haveQuarters ||= quarters.has(minutes)
    const isShort = Math.abs(Math.round(value * 100) - value * 100) < 1e-6
    return value >= firstHour && value < 24 && minutes < 60 && isShort
  }

  #isOfUnit(value: number): boolean {
    const unit = unitOf(value)
    return unit !== undefined && (this.#unit ??= unit) === unit
  }
}

/** Fewer different days may be other numbers. */
const fewestDays = 5
/** 29 February is a day of it. */
const leapYear = 2000

/** How days without a year are written in digits: 2703 or 601 as DDMM, 327 as MMDD. */
export type DigitOrder = 'DDMM' | 'MMDD'

/**
 * Notes whether all numbers of a column may be days and months in digits; only a day above 12 shows which
 * comes first.
 */
export class DigitDays {
  readonly #fits = { DDMM: true, MMDD: true }
  readonly #days = new Set<number>()
  #example: string | undefined

  /** `shown`: the number as it is written. */
  add(value: number, shown = String(value)): void {
    if (!this.isOpen) return
    const [first, second] = [Math.floor(value / 100), value % 100]
    const isDay = (month: number, day: number) =>
      Number.isInteger(value) && dayNumber(leapYear, month, day) !== null
    this.#fits.DDMM &&= isDay(second, first)
    this.#fits.MMDD &&= isDay(first, second)
    if (this.#days.size < fewestDays) this.#days.add(value)
    if (first > 12 || second > 12) this.#example ??= shown
  }

  /** Whether all so far may be days. */
  get isOpen(): boolean {
    return this.#fits.DDMM || this.#fits.MMDD
  }

  /** The order, if one is left, and a number that shows it. */
  get found(): { readonly order: DigitOrder; readonly example: string } | null {
    const { DDMM, MMDD } = this.#fits
    if (DDMM === MMDD || this.#days.size < fewestDays || this.#example === undefined) return null
    return { order: DDMM ? 'DDMM' : 'MMDD', example: this.#example }
  }
}
