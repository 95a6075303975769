import { joinNames } from '#core'
import type { ResultTable, ScoreResult, SetScore } from '#core'
import { methodLabel } from '../command-text.ts'
import { dataNote } from '../data-text.ts'
import { tableOf } from './result-table.ts'

/** The scores of one set, a row for each method; each named part of a score has its own column. */
export function scoreTables(
  { features, given, scores, data }: ScoreResult,
  name: string,
): readonly ResultTable[] {
  const parts = [...new Set(scores.flatMap(({ parts = {} }) => Object.keys(parts)))]
  const table = tableOf<SetScore>(
    scores,
    {
      method: (entry) => methodLabel(entry),
      features: () => joinNames(features),
      given: () => joinNames(given ?? []),
      score: ({ score }) => score,
      units: ({ units }) => units,
      pValue: ({ pValue }) => pValue,
      n: ({ n }) => n,
      ...Object.fromEntries(parts.map((part) => [part, (entry: SetScore) => entry.parts?.[part]])),
      why: ({ why }) => why,
    },
    [dataNote(data, name)],
  )
  return [table]
}
