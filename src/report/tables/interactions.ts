import type { Interactions, ResultTable } from '#core'
import { dataNote } from '../data-text.ts'
import { interactionNotes } from '../interactions-text.ts'
import { tableOf } from './result-table.ts'

/** Interactions, a row for each pair. */
export function interactionsTables(result: Interactions, name: string): readonly ResultTable[] {
  const table = tableOf(
    result.pairs,
    {
      a: ({ a }) => a,
      b: ({ b }) => b,
      iA: ({ iA }) => iA,
      iB: ({ iB }) => iB,
      joint: ({ joint }) => joint,
      interaction: ({ interaction }) => interaction,
      similarity: ({ similarity }) => similarity,
      pValue: ({ pValue }) => pValue,
      pFrom: ({ pFrom }) => pFrom,
    },
    [
      dataNote(result.data, name),
      ...interactionNotes(result, ['iA', 'iB', 'joint']),
      'similarity: what a and b share whatever the target, from 0 to 1 (symmetrical uncertainty)',
    ],
  )
  return [table]
}
