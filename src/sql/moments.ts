import type { Dialect } from './dialect.ts'

/**
 * A query for the moments of the columns `c0`, `c1`, … of `rows`, which also has a class `b` and a weight
 * `w`.
 */
export interface MomentsQuery {
  /** SELECT b, w, c0, c1, …; a number is NULL in rows that do not count for it; b and w are never NULL. */
  readonly rows: string
  /** A column of `rows` to sort by, if their order is not the same in every run. */
  readonly orderBy?: string | undefined
  readonly columns: number
  /** Pairs of columns whose centred products are summed. */
  readonly products: readonly (readonly [number, number])[]
  /** Additional weighted sums over the rows. */
  readonly sums: readonly string[]
  readonly isWeighted: boolean
  /** Whether there are classes; if not, b is always 0. */
  readonly isGrouped: boolean
}

/**
 * SQL for moments in two passes over the rows: first the means, then the sums of centred products. One result
 * row per class: b; then n, mean, min, max and the rounding error of the mean for each column; then the
 * products; then the additional sums.
 */
export function momentsQuery(query: MomentsQuery, dialect: Dialect): string {
  // Rows are summed in order.
  const sum = (expression: string) => dialect.preciseSum(expression, { most: Infinity, rows: Infinity })
  const { columns, products, sums, isWeighted, isGrouped, orderBy } = query
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? 'w * ' : ''
  const count = (i: number) =>
    isWeighted ? sum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`) : dialect.double(`count(c${i})`)
  const centre = (i: number) =>
    `${count(i)} AS n${i}, ${sum(`${times}c${i}`)} / ${count(i)} AS m${i}, min(c${i}) AS min${i}, max(c${i}) AS max${i}`
  const rest = (i: number) => `${sum(`${times}(c${i} - m${i})`)} / any_value(n${i}) AS low${i}`
  const spread = [
    ...products.map(([i, j]) => sum(`${times}(c${i} - m${i}) * (c${j} - m${j})`)),
    ...sums.map((term) => sum(`${times}${term}`)),
  ]
  const [b, join, group] = isGrouped
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
  // The centres, one row per class, are materialised, so that they are summed once although they are joined
  // twice.
  return (
    `WITH ${ordered}centres AS MATERIALIZED (SELECT ${[b, ...numbers.map(centre)].join(', ')} FROM ${rows}${group}), ` +
    `spread AS (SELECT ${[b, ...numbers.map(rest), ...spread.map((sum, i) => `${sum} AS s${i}`)].join(', ')} FROM ${rows} ${join}${group}) ` +
    `SELECT b, ${answers.join(', ')} FROM centres JOIN spread USING (b)`
  )
}
