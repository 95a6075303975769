import type { Dialect } from './dialect.ts'

/** Columns of numbers whose moments are asked for: `c0`, `c1`, … of `rows`, which has a class `b` and a weight `w` too. */
export interface MomentsQuery {
  /** SELECT b, w, c0, c1, …; a number is NULL where its row does not count for it, b and w are never NULL. */
  readonly rows: string
  /** A column of `rows` that orders them, where they come in an order that is not the same in every run. */
  readonly orderBy?: string | undefined
  readonly columns: number
  /** Pairs of columns whose centred products are summed. */
  readonly products: readonly (readonly [number, number])[]
  /** Further sums over the rows, weighted. */
  readonly sums: readonly string[]
  readonly isWeighted: boolean
  /** Whether there are classes; without, b is 0 throughout. */
  readonly isGrouped: boolean
}

/**
 * Moments in two passes over the rows: first the means, then the sums of centred products. One result row for each
 * class: b, then n, mean, min, max and what rounding cut off the mean of each column, then the products, then the
 * further sums.
 */
export function momentsQuery(query: MomentsQuery, dialect: Dialect): string {
  const { columns, products, sums, isWeighted, isGrouped, orderBy } = query
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? 'w * ' : ''
  const count = (i: number) =>
    isWeighted ? dialect.preciseSum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`) : `count(c${i})::DOUBLE`
  const centre = (i: number) =>
    `${count(i)} AS n${i}, ${dialect.preciseSum(`${times}c${i}`)} / ${count(i)} AS m${i}, min(c${i}) AS min${i}, max(c${i}) AS max${i}`
  const rest = (i: number) => `${dialect.preciseSum(`${times}(c${i} - m${i})`)} / any_value(n${i}) AS low${i}`
  const spread = [
    ...products.map(([i, j]) => dialect.preciseSum(`${times}(c${i} - m${i}) * (c${j} - m${j})`)),
    ...sums.map((sum) => dialect.preciseSum(`${times}${sum}`)),
  ]
  const [b, beside, group] = isGrouped
    ? ['b', 'JOIN centres USING (b)', ' GROUP BY b']
    : ['0 AS b', 'CROSS JOIN centres', '']
  const answers = [
    ...numbers.flatMap((i) => [`n${i}`, `m${i}`, `min${i}`, `max${i}`, `low${i}`]),
    ...spread.map((_, i) => `s${i}`),
  ]
  const [ordered, rows] =
    orderBy === undefined
      ? ['', `(${query.rows})`]
      : [`ordered AS MATERIALIZED (${query.rows} ORDER BY ${orderBy}), `, 'ordered']
  // The centres are a row for each class: kept, so that they are summed once, and joined again for the result.
  return (
    `WITH ${ordered}centres AS MATERIALIZED (SELECT ${[b, ...numbers.map(centre)].join(', ')} FROM ${rows}${group}), ` +
    `spread AS (SELECT ${[b, ...numbers.map(rest), ...spread.map((sum, i) => `${sum} AS s${i}`)].join(', ')} FROM ${rows} ${beside}${group}) ` +
    `SELECT b, ${answers.join(', ')} FROM centres JOIN spread USING (b)`
  )
}
