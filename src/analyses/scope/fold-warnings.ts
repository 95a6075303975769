import { allRows } from '#core'
import type { View, Warning } from '#core'
import type { RequestBatcher } from './request-batcher.ts'

/**
 * Warns of weights above 1 where rows are assigned to folds. A row is held out with its whole weight. In a
 * table that repeats the row instead, its copies fall into different folds: the learner trains on one and
 * predicts the other, so scores differ.
 */
export async function foldWarnings(
  batcher: RequestBatcher,
  { weights }: View,
  owner: string,
): Promise<readonly Warning[]> {
  if (weights === undefined) return []
  const variable = { column: weights, coding: null }
  const [[{ distinct }]] = await batcher.request([
    [{ kind: 'order', variable, at: [], distinctUpTo: 2, view: allRows }] as const,
  ])
  if (distinct?.every((weight) => weight === 0 || weight === 1)) return []
  const message = `${owner}: a row is held out with its whole weight, so scores differ from those of a table that repeats the row, whose copies fall into several folds`
  return [{ code: 'weighted-folds', message }]
}
