import type { Dialect } from './dialect.ts'

/** Columns of numbers whose moments are asked for: `c0`, `c1`, … of `rows`, which has a class `b` and a weight `w` too. */
export interface MomentsQuery {
  /** SELECT b, w, c0, c1, …; a number is NULL where its row does not count for it, b and w are never NULL. */
  readonly rows: string
  readonly columns: number
  /** Pairs of columns whose centred products are summed. */
  readonly products: readonly (readonly [number, number])[]
  /** Further sums over the rows, weighted. */
  readonly sums: readonly string[]
  readonly isWeighted: boolean
}

/**
 * Moments in two passes over the rows: means first, then sums of centred products. One result row for each class: b,
 * then n, mean, min and max of each column, then the products, then the further sums.
 */
export function momentsQuery(
  { rows, columns, products, sums, isWeighted }: MomentsQuery,
  dialect: Dialect,
): string {
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? 'w * ' : ''
  const count = (i: number) =>
    isWeighted ? dialect.preciseSum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`) : `count(c${i})::DOUBLE`
  const means = numbers.map(
    (i) => `${count(i)} AS n${i}, ${dialect.preciseSum(`${times}c${i}`)} / ${count(i)} AS m${i}`,
  )
  const answers = [
    ...numbers.flatMap((i) => [`any_value(n${i})`, `any_value(m${i})`, `min(c${i})`, `max(c${i})`]),
    ...products.map(([i, j]) => dialect.preciseSum(`${times}(c${i} - m${i}) * (c${j} - m${j})`)),
    ...sums.map((sum) => dialect.preciseSum(`${times}${sum}`)),
  ]
  const centres = `SELECT b, ${means.join(', ')} FROM (${rows}) GROUP BY b`
  return `SELECT b, ${answers.join(', ')} FROM (${rows}) JOIN (${centres}) USING (b) GROUP BY b`
}
