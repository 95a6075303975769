import type { TimeKind } from '#core'
import { timeText } from '../time-text.ts'
import type { Scale } from './scale.ts'

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

/** An axis of dates or times: about `count` ticks, at full years, months, days, hours and so on; undefined outside the years 1 to 9999. */
export function timeScale(kind: TimeKind, low: number, high: number, count: number): Scale | undefined {
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
