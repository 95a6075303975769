import { rankOf } from '../../statistics/order.ts'
import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest } from '../../statistics/request.ts'
import { distinctQuery, orderQuery, rankExpression } from './order.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { SqlBatch } from './batch.ts'
import { mayHaveMissing, numbersOf } from './from.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

interface RankedValue {
  readonly value: number
  /** The last rank that is known to have this value. */
  readonly lastRank: number
  readonly distinctIndex: number
}

/** Finds observed values at quantiles of one column, and its distinct values if they are few, in one query. */
export function orderTask({ variable, at, distinctUpTo, view }: OrderRequest, batch: SqlBatch): QueryTask {
  const rows = requireGrouping({ view }, batch)
  const found: RankedValue[] = []
  let n = 0
  const sql = () => {
    const { from, where, weight } = groupedFrom(rows, [`${numbersOf(batch.relation, variable)} AS x`], batch)
    const hasMissing = mayHaveMissing(batch.relation, variable)
    const count = batch.relation.rows - (hasMissing ? batch.relation.columns[variable.column].missing : 0)
    const ranks = at.map((quantile) =>
      rows.filter ? rankExpression(quantile, batch.relation.engine.dialect) : String(rankOf(quantile, count)),
    )
    const present = hasMissing ? ['x IS NOT NULL'] : []
    const ordered = { from, where: [...where, ...present], weight }
    // Without quantiles nothing has to be sorted.
    return at.length === 0
      ? distinctQuery(ordered, distinctUpTo + 1)
      : orderQuery(ordered, [...new Set(ranks)], distinctUpTo + 1)
  }
  const statement = query(
    sql,
    ([value, upto, step, total]) => {
      found.push({ value: value as number, lastRank: Number(upto), distinctIndex: Number(step) })
      n = Number(total)
    },
    () => batch.isFractional(view),
  )
  const finish = (): OrderStatistics => {
    found.sort((a, b) => a.lastRank - b.lastRank)
    const valueAt = (rank: number) =>
      (found.find(({ lastRank }) => lastRank >= rank) ?? found[found.length - 1]).value
    return {
      n,
      values: n === 0 ? [] : at.map((quantile) => valueAt(rankOf(quantile, n))),
      distinct: at.length === 0 ? distinctIfFew(found, distinctUpTo) : distinctOf(found, distinctUpTo),
    }
  }
  return { request: 'order', sets: 1, statements: [statement], finish }
}

/** The distinct values among the values found; `null` if there are more than `distinctUpTo`. */
function distinctOf(found: readonly RankedValue[], distinctUpTo: number): readonly number[] | null {
  if (found.some(({ distinctIndex }) => distinctIndex > distinctUpTo)) return null
  return [...new Map(found.map(({ distinctIndex, value }) => [distinctIndex, value])).values()]
}

/** The distinct values, ascending; `null` if there are more than `most`. */
function distinctIfFew(found: readonly RankedValue[], most: number): readonly number[] | null {
  return found.length > most ? null : found.map(({ value }) => value).sort((a, b) => a - b)
}
