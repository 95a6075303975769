import type { TimeKind } from '#core'
import { shortNumber } from './numbers.ts'
import { timeText } from './time-text.ts'

/** The cuts between bins: `cuts 3 | 4.5 | 7`. */
export function cutsText(cuts: readonly number[], time: TimeKind | undefined, word = 'cuts'): string {
  if (cuts.length === 0) return 'one bin'
  return `${word} ${cuts.map((cut) => valueText(cut, time)).join(' | ')}`
}

/** A number, or the date or time that it stands for. */
export function valueText(value: number, time: TimeKind | undefined): string {
  return time ? timeText(value, time) : shortNumber(value)
}
