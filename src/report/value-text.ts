import type { TimeKind } from '#core'
import { shortNumber } from './numbers.ts'

/** The cuts between bins: `cuts 3 | 4.5 | 7`. */
export function cutsText(cuts: readonly number[], time: TimeKind | undefined, word = 'cuts'): string {
  if (cuts.length === 0) return 'one bin'
  return `${word} ${cuts.map((cut) => valueText(cut, time)).join(' | ')}`
}

/** A number, or the date or time that it stands for. */
export function valueText(value: number, time: TimeKind | undefined): string {
  return time ? timeText(value, time) : shortNumber(value)
}

const secondsADay = 86400
/** The seconds of the years 0 to 9999, which `Date` writes with four digits. */
const [firstSecond, lastSecond] = [-62167219200, 253402300799]

/**
 * Days or seconds since 1970, or seconds since midnight, in ISO 8601; a plain number outside the years 0 to
 * 9999.
 */
export function timeText(value: number, kind: TimeKind): string {
  const seconds = kind === 'date' ? value * secondsADay : value
  if (seconds < firstSecond || seconds > lastSecond) return shortNumber(value)
  const text = new Date(Math.round(seconds * 1000)).toISOString().replace(/(:00)?\.000Z$|Z$/, '')
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11) : text
}
