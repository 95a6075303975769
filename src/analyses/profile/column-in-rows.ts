import { allRows } from '../../statistics/view.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'

/** The values of a numeric column in the order of the rows, or numbers of the levels of texts; NaN where a value is missing. */
export async function columnInRows(
  batcher: RequestBatcher,
  { column, type }: ScopeColumn,
): Promise<Float64Array> {
  const coding = type === 'numeric' ? null : ({ kind: 'values' } as const)
  const [[{ columns }]] = await batcher.request([
    [{ kind: 'rows', columns: [{ column, coding }], view: allRows }],
  ])
  return columns[0]
}
