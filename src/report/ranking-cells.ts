import type { FeatureScore, Ranking } from '#core'
import { rankers } from '#methods'
import { methodLabel } from './method-label.ts'
import { alignNumbers } from './numbers.ts'
import { bar, dim } from './text.ts'
import type { Display } from './text.ts'

/** What the rows of the table show of the findings. */
export interface RowMarks {
  readonly marks: ReadonlyMap<string, string>
  /** Columns without a row of their own: many constants would fill the screen. */
  readonly hidden: ReadonlySet<string>
}

/** The line under a table that counts the columns without a row of their own. */
export function hiddenLine({ size }: ReadonlySet<string>, display: Display): string[] {
  return size > 0 ? [dim(`and ${size} constant or empty columns, listed below`, display)] : []
}

/** The scores; † marks those on few rows. */
export function numbersOf(shown: readonly FeatureScore[]): readonly string[] {
  const numbers = alignNumbers(shown.map(({ score }) => score))
  if (!shown.some(({ fewRows }) => fewRows)) return numbers
  return numbers.map((number, i) => number + (shown[i].fewRows ? '†' : ' '))
}

/** The longest name that a table shows in full, in characters. */
export function longestName(display: Display): number {
  return Math.max(12, Math.min(40, Math.floor(display.width / 2.5)))
}

/** The header of a column of scores. */
export function withUnits(ranking: Ranking): string {
  return `${methodLabel(ranking)} (${ranking.units})`
}

/**
 * Bars in proportion to the score; the largest score with a place, on enough rows, has a full bar. A score below 0 has none,
 * unless its sign is a direction.
 */
export function barsOf({ method, scores }: Ranking, shown: readonly FeatureScore[], width: number): string[] {
  const record = rankers.find(({ id }) => id === method)
  const sizeOf = record && !record.signed ? (score: number) => Math.max(0, score) : Math.abs
  const size = ({ score, rank, fewRows }: FeatureScore) =>
    score === null || rank === null || fewRows ? 0 : sizeOf(score)
  const largest = scores.map(size).reduce((most, one) => (one < Infinity ? Math.max(most, one) : most), 0)
  return shown.map((entry) => {
    if (size(entry) === Infinity) return bar(1, width)
    return bar(largest === 0 ? 0 : size(entry) / largest, width)
  })
}
