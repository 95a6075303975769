import { targetInText } from '#core'
import type { FeatureScore, RankEachResult, RankResult, ResultTable } from '#core'
import { methodLabel } from '../command-text.ts'
import { dataNote } from '../data-text.ts'
import { doubtfulKinds, findingNotes } from '../findings-text.ts'
import { tableOf } from './result-table.ts'

/** Rankings, a row for each method and feature. */
export function rankingTables(result: RankResult, name: string): readonly ResultTable[] {
  const scores = scoresOf(result)
  return [tableOf(scores, columnsOf(scores), notesOf(result, scores, name))]
}

/** The rankings of several targets, a row for each target, method and feature; and the mean of the ranks. */
export function rankEachTables({ targets, meanRank }: RankEachResult, name: string): readonly ResultTable[] {
  const scores = targets.flatMap((one) =>
    scoresOf(one).map((score) => ({ target: targetInText(one.data.target!), ...score })),
  )
  const notes = targets.flatMap((one) => notesOf(one, scoresOf(one), name))
  return [
    tableOf(scores, { target: ({ target }) => target, ...columnsOf(scores) }, [...new Set(notes)]),
    tableOf(
      meanRank,
      { feature: ({ feature }) => feature, rank: ({ rank }) => rank, rankings: ({ methods }) => methods },
      ['rank: the mean over all targets and methods; equal scores share the mean of their places'],
    ),
  ]
}

type LabelledScore = FeatureScore & { readonly label: string }

function scoresOf({ rankings }: RankResult): readonly LabelledScore[] {
  return rankings.flatMap((ranking) =>
    ranking.scores.map((score) => ({ label: methodLabel(ranking), ...score })),
  )
}

function columnsOf(
  scores: readonly LabelledScore[],
): Readonly<Record<string, (score: LabelledScore) => string | number | null | undefined>> {
  const hasZ = scores.some(({ z }) => z !== undefined)
  return {
    method: ({ label }) => label,
    feature: ({ feature }) => feature,
    score: ({ score }) => score,
    rank: ({ rank }) => rank,
    ...(hasZ && { z: ({ z }: LabelledScore) => z }),
    pValue: ({ pValue }) => pValue,
    qValue: ({ qValue }) => qValue,
    n: ({ n }) => n,
    why: ({ why }) => why,
    pFrom: ({ pFrom }) => pFrom,
    pWithin: ({ pWithin }) => pWithin,
  }
}

function notesOf(
  { rankings, data, columns }: RankResult,
  scores: readonly LabelledScore[],
  name: string,
): readonly string[] {
  const hasQ = scores.some(({ qValue }) => qValue !== undefined)
  return [
    dataNote(data, name),
    ...rankings.map(
      (ranking) => `score of ${methodLabel(ranking)}: ${ranking.units}, ${ranking.better} is better`,
    ),
    ...(hasQ ? ['qValue: false discovery rate (Benjamini–Hochberg)'] : []),
    ...findingNotes(columns, doubtfulKinds).map((found) => `to check: ${found}`),
  ]
}
