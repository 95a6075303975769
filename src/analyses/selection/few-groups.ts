import { ordersOfGroups } from '../../measures/group-orders.ts'
import { exchangeOf, variablesOfExchange } from '../../statistics/exchange.ts'
import type { Warning } from '../../trace/warning.ts'
import { exchangeColumns } from '../scope/exchange-rows.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { PreparedSelection } from './prepared-selection.ts'

/**
 * Warns where groups are so few that no permutation of them can make a column significant: the first has to pass α / (r + α) of r
 * candidates.
 */
export async function fewGroupsWarnings(
  batcher: RequestBatcher,
  alpha: number,
  { input: { features, context } }: PreparedSelection,
): Promise<readonly Warning[]> {
  const { target, view, splitBy } = context
  const exchange = splitBy && exchangeOf(splitBy)
  if (!target || !exchange?.together || exchange.along) return []
  const columns = [target, ...variablesOfExchange(exchange)]
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns, view }])
  const taken = [...rows.weights.keys()].filter(
    (row) => rows.weights[row] > 0 && !Number.isNaN(rows.columns[0][row]),
  )
  const [values, ...read] = rows.columns.map((column) => Float64Array.from(taken, (row) => column[row]))
  const { together, within } = exchangeColumns(exchange, read)
  const orders = ordersOfGroups(together!, values, within)
  const needed = alpha / (features.length + alpha)
  if (1 / orders <= needed) return []
  const groups = new Set(Array.from(together!)).size
  const least = (1 / orders).toPrecision(2)
  const message = `few groups: ${groups} have ${orders} orders, so no p-value is below ${least}, and the first of ${features.length} columns needs ${needed.toPrecision(2)} or less (use k, or fewer columns)`
  return [{ code: 'few-rows', message }]
}
