import type { Variable } from '../../statistics/variable.ts'
import { allRows } from '../../statistics/view.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'

/** The values of a numeric column in the order of the rows, or the level numbers of one of texts; NaN where a value is missing. In memory only. */
export function columnInRows(batcher: RequestBatcher, { column, type }: ScopeColumn): Promise<Float64Array> {
  const levels = type === 'categorical' ? batcher.source.levelsOf!(column)! : null
  return variableInRows(batcher, { column, coding: levels && { kind: 'levels', levels } })
}

/** The same of a variable. */
export async function variableInRows(batcher: RequestBatcher, variable: Variable): Promise<Float64Array> {
  const [[{ columns }]] = await batcher.request([[{ kind: 'rows', columns: [variable], view: allRows }]])
  return columns[0]
}
