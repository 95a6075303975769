import { rankOf } from '#core'
import type { OrderRequest, OrderStatistics, Tie } from '#core'
import type { SqlBatch } from './batch.ts'
import { mayHaveMissing, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import { distinctQuery, orderQuery, rankExpression, tiedOrderQuery } from './order.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

interface RankedValue {
  readonly value: number
  /** The last rank that is known to have this value. */
  readonly lastRank: number
  readonly distinctIndex: number
  /** Null unless ties are requested. */
  readonly tie: Tie | null
}

/** Finds observed values at quantiles of one column, and its distinct values if they are few, in one query. */
export function orderTask(
  { variable, at, distinctUpTo, ties, view }: OrderRequest,
  batch: SqlBatch,
): QueryTask {
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
    if (at.length === 0) return distinctQuery(ordered, distinctUpTo + 1)
    const queryOf = ties ? tiedOrderQuery : orderQuery
    return queryOf(ordered, [...new Set(ranks)], distinctUpTo + 1)
  }
  const statement = query(
    sql,
    ([value, upto, step, total, below, before, after]) => {
      const tie = ties
        ? {
            below: Number(below),
            upTo: Number(upto),
            before: before === null ? -Infinity : Number(before),
            after: after === null ? Infinity : Number(after),
          }
        : null
      found.push({ value: value as number, lastRank: Number(upto), distinctIndex: Number(step), tie })
      n = Number(total)
    },
    () => batch.isFractional(view),
  )
  const finish = (): OrderStatistics => {
    found.sort((a, b) => a.lastRank - b.lastRank)
    const foundAt = (rank: number) =>
      found.find(({ lastRank }) => lastRank >= rank) ?? found[found.length - 1]
    const chosen = n === 0 ? [] : at.map((quantile) => foundAt(rankOf(quantile, n)))
    const distinct = at.length === 0 ? distinctIfFew(found, distinctUpTo) : distinctOf(found, distinctUpTo)
    return {
      n,
      values: chosen.map(({ value }) => value),
      distinct,
      ...(ties && !distinct && { ties: chosen.map(({ tie }) => tie!) }),
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
