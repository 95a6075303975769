import type { Column } from '../../columns/column.ts'
import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest, Rows, RowsRequest } from '../../statistics/request.ts'
import { valuesOf } from './codes.ts'
import { orderStatistics } from './ordering.ts'
import type { RowsInPlay } from './rows-in-play.ts'

export function answerOrder(
  request: OrderRequest,
  columns: readonly Column[],
  { weights }: RowsInPlay,
): OrderStatistics {
  const { values, missing } = valuesOf(columns[request.variable.column], request.variable)
  const isPresent = (_: number, row: number) => !missing![row]
  const present = missing ? values.filter(isPresent) : values
  const presentWeights = missing && weights ? weights.filter(isPresent) : weights
  return orderStatistics(present, presentWeights, request.at, request.distinctUpTo)
}

export function answerRows(request: RowsRequest, columns: readonly Column[], { weights }: RowsInPlay): Rows {
  const blocks = request.columns.map((variable) => valuesOf(columns[variable.column], variable).values)
  return { columns: blocks, weights: weights ?? new Float64Array(blocks[0].length).fill(1) }
}
