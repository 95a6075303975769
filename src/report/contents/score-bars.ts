import type { BarChart, IntervalsOfMethod, Ranking } from '#core'
import { groupsOfRows } from '#analyses'
import { methodLabel } from '../command-text.ts'
import { sentence, shownOf } from './wording.ts'

/** The most bars of a figure. */
export const mostBars = 40

/**
 * The scores of a ranking as bars, the best first; columns that were chosen are drawn though others are
 * better. A column without a place has no bar.
 */
export function scoreBars(
  ranking: Ranking,
  name: string,
  {
    chosen = new Set(),
    intervals,
  }: { readonly chosen?: ReadonlySet<string>; readonly intervals?: IntervalsOfMethod | null } = {},
): BarChart {
  const { scores, units, better } = ranking
  const placed = scores.filter(({ rank, feature }) => rank !== null || chosen.has(feature))
  const scored = placed.filter(({ score }) => score !== null && Number.isFinite(score))
  const most = Math.max(
    0,
    mostBars - scored.slice(mostBars).filter(({ feature }) => chosen.has(feature)).length,
  )
  const shown = scored.filter(({ feature }, place) => place < most || chosen.has(feature)).slice(0, mostBars)
  const ends = new Map(intervals?.intervals.map((one) => [one.feature, one]))
  const label = methodLabel(ranking)
  const parts = [
    `${shownOf(shown.length, scores.length, 'column')}, ${better} is better`,
    ...(placed.some(({ score }) => score !== null && !Number.isFinite(score))
      ? ['infinite scores are in the table only']
      : []),
    ...(chosen.size > 0 ? ['the chosen ones in colour'] : []),
    ...(ends.size > 0
      ? [
          `95 % intervals by the jackknife over ${groupsOfRows} groups of rows; close to an end of the scale they are rough`,
        ]
      : []),
  ]
  return {
    kind: 'bars',
    name,
    title: `Scores of the columns by ${label}`,
    caption: sentence(parts.join('; ')),
    value: { label: `${label} (${units})` },
    bars: shown.map(({ feature, score }) => {
      const interval = ends.get(feature)
      return {
        label: feature,
        value: score,
        ...(interval && { low: interval.low, high: interval.high }),
        ...(chosen.has(feature) && { chosen: true as const }),
      }
    }),
  }
}
