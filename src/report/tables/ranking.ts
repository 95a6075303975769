import type { FeatureScore, RankResult, ResultTable } from '#core'
import { methodLabel } from '../command-text.ts'
import { dataNote } from '../data-text.ts'
import { doubtfulKinds, findingNotes } from '../findings-text.ts'
import { tableOf } from './result-table.ts'

/** Rankings, a row for each method and feature. */
export function rankingTables(result: RankResult, name: string): readonly ResultTable[] {
  const { rankings, data, columns } = result
  const scores = rankings.flatMap((ranking) =>
    ranking.scores.map((score) => ({ label: methodLabel(ranking), ...score })),
  )
  const hasZ = scores.some(({ z }) => z !== undefined)
  const ofZ: Readonly<Record<string, (score: FeatureScore) => number | undefined>> = hasZ
    ? { z: ({ z }) => z }
    : {}
  const hasQ = scores.some(({ qValue }) => qValue !== undefined)
  const table = tableOf(
    scores,
    {
      method: ({ label }) => label,
      feature: ({ feature }) => feature,
      score: ({ score }) => score,
      rank: ({ rank }) => rank,
      ...ofZ,
      pValue: ({ pValue }) => pValue,
      qValue: ({ qValue }) => qValue,
      n: ({ n }) => n,
      why: ({ why }) => why,
      pFrom: ({ pFrom }) => pFrom,
      pWithin: ({ pWithin }) => pWithin,
    },
    [
      dataNote(data, name),
      ...rankings.map(
        (ranking) => `score of ${methodLabel(ranking)}: ${ranking.units}, ${ranking.better} is better`,
      ),
      ...(hasQ ? ['qValue: false discovery rate (Benjamini–Hochberg)'] : []),
      ...findingNotes(columns, doubtfulKinds).map((found) => `to check: ${found}`),
    ],
  )
  return [table]
}
