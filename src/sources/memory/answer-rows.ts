import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest, Rows, RowsRequest } from '../../statistics/request.ts'
import { orderStatistics } from './ordering.ts'
import type { Sight } from './sight.ts'

/** Observed values of one variable at given places of its order. */
export function answerOrder(request: OrderRequest, sight: Sight): OrderStatistics {
  const { values, missing } = sight.valuesOf(request.variable)
  const { weights } = sight.rows
  const isPresent = (_: number, row: number) => !missing![row]
  const present = missing ? values.filter(isPresent) : values
  const presentWeights = missing && weights ? weights.filter(isPresent) : weights
  return orderStatistics(present, presentWeights, request.at, request.distinctUpTo)
}

/** The rows as they are, with a weight for each. */
export function answerRows(request: RowsRequest, sight: Sight): Rows {
  const columns = request.columns.map((variable) => sight.valuesOf(variable).values)
  return { columns, weights: sight.rows.weights ?? new Float64Array(columns[0].length).fill(1) }
}
