import type { Quantile } from '../../statistics/order.ts'
import type { Dialect } from './dialect.ts'
import { conditions } from './ranks.ts'

export interface OrderedRows {
  /** A FROM with the column `x`. */
  readonly from: string
  readonly where: readonly string[]
  readonly weight: string | null
}

/**
 * Values at ranks of the sorted column, with the first `distinct` distinct values: x, the last place it is known to hold
 * (of many rows, each its own), its number among the distinct values, and how many values there are in all.
 */
export function orderQuery(rows: OrderedRows, ranks: readonly string[], distinct: number): string {
  return rows.weight === null
    ? unweighted(rows, ranks, distinct)
    : weighted(rows, rows.weight, ranks, distinct)
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
  { from, where }: OrderedRows,
  weight: string,
  ranks: readonly string[],
  distinct: number,
): string {
  const groups = `SELECT x, sum(${weight}) AS t FROM ${from}${conditions(where)} GROUP BY x`
  const running = `SELECT x, sum(t) OVER o AS upto, row_number() OVER o AS step, sum(t) OVER () AS n FROM (${groups}) WINDOW o AS (ORDER BY x)`
  const places = `SELECT x, lag(upto, 1, 0) OVER (ORDER BY x) AS below, upto, step, n FROM (${running})`
  const wanted = [`step <= ${distinct}`, ...ranks.map((rank) => `(below < ${rank} AND ${rank} <= upto)`)]
  return `SELECT x, upto, step, n FROM (${places}) WHERE ${wanted.join(' OR ')}`
}

/** The rank a quantile means among n values, in the arithmetic of `rankOf`, where n is not known beforehand. */
export function rankExpression({ part, of, side }: Quantile, dialect: Dialect): string {
  const place = `${dialect.number(part)} * n / ${dialect.number(of)}`
  return `least(n, ${side === 'lower' ? `greatest(1, ceil(${place}))` : `floor(${place}) + 1`})`
}
