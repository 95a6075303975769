import { rankOf } from '#core'
import type { OrderRequest, OrderStatistics, Quantile, Tie } from '#core'
import type { SqlBatch } from './batch.ts'
import type { Dialect } from './dialect.ts'
import { conditions, mayHaveMissing, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
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

/**
 * Finds observed values at quantiles of one column, and its distinct values if they are few, in one query.
 */
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

interface OrderedRows {
  /** A FROM with the column `x`. */
  readonly from: string
  readonly where: readonly string[]
  readonly weight: string | null
}

/**
 * SQL for the values at ranks of the sorted column, with the first `distinct` distinct values: x, the last
 * rank known to have this value, its number among the distinct values, and the number of all values.
 */
function orderQuery(rows: OrderedRows, ranks: readonly string[], distinct: number): string {
  return rows.weight === null
    ? unweighted(rows, ranks, distinct)
    : weighted(rows, rows.weight, ranks, distinct)
}

/**
 * Order statistics, and of each value the weight of the rows with a smaller one, the next smaller value, and
 * the next greater one; NULL where there is none.
 */
function tiedOrderQuery(
  { from, where, weight }: OrderedRows,
  ranks: readonly string[],
  distinct: number,
): string {
  return weighted({ from, where }, weight ?? '1', ranks, distinct, ', below, before, after')
}

/**
 * SQL for the smallest `distinct` distinct values, in the columns of `orderQuery`, and the number of all
 * values.
 */
function distinctQuery({ from, where, weight }: OrderedRows, distinct: number): string {
  const count = weight === null ? 'count(*)' : `sum(${weight})`
  const groups = `SELECT x, ${count} AS t FROM ${from}${conditions(where)} GROUP BY x`
  return `WITH g AS (${groups}) SELECT x, 0 AS upto, 0 AS step, (SELECT sum(t) FROM g) AS n FROM g ORDER BY x LIMIT ${distinct}`
}

function unweighted({ from, where }: OrderedRows, ranks: readonly string[], distinct: number): string {
  const places =
    'x, row_number() OVER o AS upto, rank() OVER o AS first, dense_rank() OVER o AS step, count(*) OVER () AS n'
  const wanted = [`(step <= ${distinct} AND upto = first)`]
  if (ranks.length > 0) wanted.push(`upto IN (${ranks.join(', ')})`)
  return (
    `SELECT x, upto, step, n FROM (SELECT ${places} FROM ${from}${conditions(where)} WINDOW o AS (ORDER BY x)) ` +
    `WHERE ${wanted.join(' OR ')}`
  )
}

function weighted(
  { from, where }: Pick<OrderedRows, 'from' | 'where'>,
  weight: string,
  ranks: readonly string[],
  distinct: number,
  further = '',
): string {
  const groups = `SELECT x, sum(${weight}) AS t FROM ${from}${conditions(where)} GROUP BY x`
  const running = `SELECT x, sum(t) OVER o AS upto, row_number() OVER o AS step, sum(t) OVER () AS n, count(*) OVER () AS steps FROM (${groups}) WINDOW o AS (ORDER BY x)`
  const places = `SELECT x, lag(upto, 1, 0) OVER (ORDER BY x) AS below, upto, step, n, steps${further && ', lag(x) OVER (ORDER BY x) AS before, lead(x) OVER (ORDER BY x) AS after'} FROM (${running})`
  // Rounded sums of fractional weights may be below the last rank, so the last value is always returned.
  const wanted = [
    `step <= ${distinct}`,
    'step = steps',
    ...ranks.map((rank) => `(below < ${rank} AND ${rank} <= upto)`),
  ]
  return `SELECT x, upto, step, n${further} FROM (${places}) WHERE ${wanted.join(' OR ')}`
}

/**
 * SQL for the rank of a quantile among n values, with the arithmetic of `rankOf`, for an n that the query
 * itself computes.
 */
function rankExpression({ part, of, side }: Quantile, dialect: Dialect): string {
  const isBetween = side === 'before' || side === 'after'
  const share = `${dialect.number(part)} * ${isBetween ? '(n - 1)' : 'n'} / ${dialect.number(of)}`
  const place = isBetween ? `${share} + 1` : share
  const rank =
    side === 'lower' || side === 'after'
      ? `ceil(${place})`
      : `floor(${place})${side === 'upper' ? ' + 1' : ''}`
  return `least(n, greatest(1, ${rank}))`
}
