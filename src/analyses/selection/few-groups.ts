import { exchangeOf, variablesOfExchange } from '#core'
import type { Warning } from '#core'
import { exchangeColumns } from '../permutations/exchange-rows.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { PreparedSelection } from './prepared-selection.ts'

/**
 * Warns where groups are so few that no permutation of them can make a column significant: the first has to
 * pass α / (r + α) of r candidates.
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

/**
 * In how many ways the target can stand among the groups of rows where whole groups are exchanged, those of
 * one level of `within`, and those in several, among themselves: groups with the same constant target are
 * alike. No p-value of such permutations is below 1 / orders.
 */
export function ordersOfGroups(
  groups: ArrayLike<number>,
  target: ArrayLike<number>,
  within?: ArrayLike<number>,
): number {
  const known = new Map<number, { pool: number; readonly target: number; isConstant: boolean }>()
  for (let row = 0; row < groups.length; row++) {
    const group = known.get(groups[row])
    const pool = within?.[row] ?? 0
    if (!group) {
      known.set(groups[row], { pool, target: target[row], isConstant: true })
      continue
    }
    if (group.pool !== pool) group.pool = -1
    if (group.target !== target[row]) group.isConstant = false
  }
  const counts = new Map<string, number>()
  const another = (key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)!
  }
  let orders = 1
  for (const { pool, target, isConstant } of known.values()) {
    orders *= another(`pool ${pool}`) / (isConstant ? another(`alike ${pool} ${target}`) : 1)
  }
  return Math.round(orders)
}
