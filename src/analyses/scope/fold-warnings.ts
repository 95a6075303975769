import { allRows } from '../../statistics/view.ts'
import type { View } from '../../statistics/view.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RequestBatcher } from './request-batcher.ts'

/**
 * A row is held out as a whole, with all its weight; its copies, in a table that repeats it, would fall into other folds, where
 * one is learned from and the other predicted. So scores of folds are not those of repeated rows, and weights above 1 are told.
 */
export async function foldWarnings(
  batcher: RequestBatcher,
  { weights }: View,
  who: string,
): Promise<readonly Warning[]> {
  if (weights === undefined) return []
  const variable = { column: weights, coding: null }
  const [[{ distinct }]] = await batcher.request([
    [{ kind: 'order', variable, at: [], distinctUpTo: 2, view: allRows }] as const,
  ])
  if (distinct?.every((weight) => weight === 0 || weight === 1)) return []
  const message = `${who}: a row is held out with all its weight, so scores are not those of a table that repeats it, whose copies fall into several folds`
  return [{ code: 'weighted-folds', message }]
}
