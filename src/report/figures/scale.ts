import ln from '@stdlib/math-base-special-ln'
import type { Axis, TimeKind } from '#core'
import { grouped } from '../numbers.ts'
import { timeText } from '../value-text.ts'
import type { FigureWords } from './words.ts'

/** An axis as it is drawn: its ends, and where it has ticks. */
export interface Scale {
  readonly type: 'linear' | 'log'
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly format: (tick: number) => string
}

/** The largest size that is drawn: the difference of two such numbers is still a number. */
const largest = 1e307

/** How far behind its last tick an axis may end, in steps. */
const near = 0.25

/** Whether a value has a place on the axis. */
export function hasPlace(axis: Axis, value: number | null | undefined): value is number {
  if (value === null || value === undefined || !(Math.abs(value) <= largest)) return false
  return axis.scale !== 'log' || value >= 1 / largest
}

/** Why values have no place, as a note under the figure; nothing if all have one. */
export function placeNote(
  axis: Axis,
  values: readonly (number | null | undefined)[],
  what: Parameters<FigureWords['notDrawn']>[1],
  words: FigureWords,
): string[] {
  const given = values.filter((value) => value !== null && value !== undefined && !Number.isNaN(value))
  const without = given.filter((value) => !hasPlace(axis, value)).length
  if (without === 0) return []
  return [words.notDrawn(without, what, axis.scale === 'log')]
}

/**
 * The scale of an axis that has room for all values and for the ends that the axis names. About `count`
 * ticks; `zero` puts 0 on it.
 */
export function scaleOf(axis: Axis, values: readonly number[], count: number, zero = false): Scale {
  const log = axis.scale === 'log'
  const ends = [axis.from, axis.to].filter((end) => hasPlace(axis, end))
  let low = Infinity
  let high = -Infinity
  for (const value of [...ends, ...(zero && !log ? [0] : [])])
    [low, high] = [Math.min(low, value), Math.max(high, value)]
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
  if (low > high) [low, high] = log ? [1, 10] : [0, 1]
  const calendar = axis.time && !log ? timeScale(axis.time, low, high, count) : undefined
  if (calendar) return calendar
  const [from, to] = [low === axis.from, high === axis.to]
  return log ? logScale(low, high, count) : linearScale(low, high, count, from, to)
}

function linearScale(low: number, high: number, count: number, from: boolean, to: boolean): Scale {
  // Values that differ only in digits that no label shows stand in the middle.
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (high - low <= size * 1e-9 || high - low < 1e-300) {
    const room = size < 1e-299 ? 1 : size * 0.1
    ;[low, high] = low >= 0 && low < room ? [0, high + room] : [low - room, high + room]
  }
  const { digit, power } = niceStep((high - low) / count)
  const step = decimal(digit, power)
  // An axis ends at a tick, or where its values end if that is close behind one.
  const first = Math.ceil(low / step - (from ? 1e-9 : 1 - near))
  const last = Math.floor(high / step + (to ? 1e-9 : 1 - near))
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => decimal((first + i) * digit, power))
  const domain = [Math.min(low, ticks[0] ?? low), Math.max(high, ticks.at(-1) ?? high)] as const
  const most = Math.max(Math.abs(domain[0]), Math.abs(domain[1]))
  const format = (tick: number) => {
    if (most >= 1e7 || most < 1e-3) return exponential(tick)
    const text = power >= 0 ? grouped(Math.abs(tick)) : Math.abs(tick).toFixed(-power)
    return `${tick < 0 ? '−' : ''}${text}`
  }
  return { type: 'linear', domain, ticks, format }
}

/** The number of 1, 2 and 5 times a power of ten that is next above. */
function niceStep(raw: number): { digit: number; power: number } {
  const [mantissa, exponent] = raw.toExponential().split('e').map(Number)
  const digit = [1, 2, 5].find((nice) => mantissa <= nice + 1e-9)
  return digit === undefined ? { digit: 1, power: exponent + 1 } : { digit, power: exponent }
}

function logScale(low: number, high: number, count: number): Scale {
  const [bottom, top] = [Math.max(-307, power(low)), power(high)]
  const decades = top - bottom + 1
  const digits = decades <= 2 ? [1, 2, 5] : [1]
  const every = Math.max(1, Math.ceil(decades / count))
  const candidates: number[] = []
  for (let exponent = bottom; exponent <= Math.min(307, top + every); exponent += every)
    for (const digit of digits) candidates.push(decimal(digit, exponent))
  const first = Math.max(
    0,
    candidates.findLastIndex((tick) => tick <= low),
  )
  const last = candidates.findIndex((tick) => tick >= high && tick > candidates[first])
  const ticks = candidates.slice(first, last < 0 ? undefined : last + 1)
  const domain = [Math.min(low, ticks[0]), Math.max(high, ticks[ticks.length - 1])] as const
  const wide = domain[1] >= 1e7 || domain[0] < 1e-4
  const format = (tick: number) =>
    wide ? exponential(tick) : Number.isInteger(tick) ? grouped(tick) : String(tick)
  return { type: 'log', domain, ticks, format }
}

/** The power of ten of the first digit. */
function power(x: number): number {
  return Number(x.toExponential().split('e')[1])
}

/** The double next to a decimal. */
function decimal(digits: number, power: number): number {
  return Number(`${digits}e${power}`)
}

function exponential(x: number): string {
  if (x === 0) return '0'
  return Number(x.toPrecision(6)).toExponential().replace('e+', 'e').replaceAll('-', '−')
}

/** Where the values of a scale stand between two ends in pixels. */
export function placer(scale: Scale, from: number, to: number): (value: number) => number {
  const f = scale.type === 'log' ? ln : (x: number) => x
  const [low, high] = [f(scale.domain[0]), f(scale.domain[1])]
  return (value) => from + ((f(value) - low) / (high - low)) * (to - from)
}

const [minute, hour, day] = [60, 3600, 86400]

/** Steps of a clock in seconds, and of a calendar in months, from the shortest. */
const clockSteps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10].map((count) => count * day),
]
const monthSteps = [
  1,
  2,
  3,
  6,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((years) => 12 * years),
]

/** The years that a calendar has here, as seconds since 1970. */
const [firstSecond, lastSecond] = [-62135596800, 253402300799]

/**
 * An axis of dates or times: about `count` ticks, at full years, months, days, hours and so on; undefined
 * outside the years 1 to 9999.
 */
function timeScale(kind: TimeKind, low: number, high: number, count: number): Scale | undefined {
  const unit = kind === 'date' ? day : 1
  const [from, to] = [low * unit, high * unit]
  if (!(from >= firstSecond && to <= lastSecond)) return undefined
  const clock = clockSteps.find((step) => (kind !== 'date' || step >= day) && (to - from) / step <= count + 1)
  const months = (to - from) / (30.4375 * day)
  const ticks =
    clock === undefined
      ? monthTicks(from, to, monthSteps.find((step) => months / step <= count + 1) ?? 12 * 10000)
      : clockTicks(from, to, clock)
  // Days and times that are all the same have room on both sides.
  const room = high > low ? 0 : kind === 'date' ? 1 : minute
  return {
    type: 'linear',
    domain: [low - room, high + room],
    ticks: ticks.map((seconds) => seconds / unit),
    format: formatOf(kind, ticks),
  }
}

function clockTicks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step)
}

function monthTicks(from: number, to: number, step: number): number[] {
  const start = new Date(from * 1000)
  const monthsOf = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const ticks: number[] = []
  for (let month = Math.floor(monthsOf / step) * step; ; month += step) {
    const seconds = secondOf(month)
    if (seconds > to) return ticks
    if (seconds >= from) ticks.push(seconds)
  }
}

/** The first second of a month, counted from the year 0. */
function secondOf(month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(month / 12), month % 12, 1)
  return date.getTime() / 1000
}

/** As much of a date as tells the ticks apart: years, months, days, or days with their time. */
function formatOf(kind: TimeKind, ticks: readonly number[]): (tick: number) => string {
  const unit = kind === 'date' ? day : 1
  const texts = ticks.map((seconds) => new Date(seconds * 1000).toISOString())
  const length = [4, 7, 10].find((end) =>
    texts.every((text) => text.slice(end) === '0000-01-01T00:00:00.000Z'.slice(end)),
  )
  if (kind === 'time') return (tick) => timeText(tick, 'time')
  if (length === undefined) return (tick) => timeText(tick, 'datetime').replace('T', ' ')
  return (tick) => new Date(tick * unit * 1000).toISOString().slice(0, length)
}
