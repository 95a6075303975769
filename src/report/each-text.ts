import { targetInText } from '#core'
import type { RankEachResult } from '#core'
import { methodLabel } from './command-text.ts'
import { rankingText } from './ranking-text.ts'
import { shortenDistinctly } from './text-columns.ts'
import { formatTable, restLine, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'
import { eachWithUnfitLast } from './unfit-columns.ts'

/** The ranking of each target, then the columns by the mean of their ranks. */
export function rankEachText(result: RankEachResult, name: string, display: Display): string {
  const texts = result.targets.map((one) => rankingText(one, name, display))
  return [...texts, meanRankText(result, display)].join('\n\n')
}

/** The columns by the mean of their ranks alone. */
export function meanRankText(ranked: RankEachResult, display: Display): string {
  const { targets, meanRank } = eachWithUnfitLast(ranked)
  const all = targets.flatMap(({ data, rankings }) =>
    rankings.map((ranking) => ({
      label:
        rankings.length > 1
          ? `${targetInText(data.target!)} (${methodLabel(ranking)})`
          : targetInText(data.target!),
      ranks: new Map(ranking.scores.map(({ feature, rank }) => [feature, rank])),
    })),
  )
  const shown = meanRank.slice(0, display.lines)
  const headers: ColumnHeader[] = [
    { title: 'feature', align: 'left' },
    { title: 'mean rank', align: 'right' },
    ...all.map(({ label }) => ({ title: label, align: 'right' }) as const),
  ]
  const names = shortenDistinctly(
    shown.map(({ feature }) => feature),
    40,
  )
  const rows = shown.map(({ feature, rank }, i) => [
    names[i],
    rank?.toFixed(2) ?? '–',
    ...all.map(({ ranks }) => String(ranks.get(feature) ?? '–')),
  ])
  return [
    ...wrap(
      'the mean of the ranks over all targets; equal scores share the mean of their places',
      display.width,
    ),
    '',
    ...formatTable(headers, rows, display),
    ...restLine(shown.length, meanRank.length, display),
  ].join('\n')
}
