import { conditions } from './from.ts'

/** Rows whose mid-ranks are computed: columns x0, x1, … of a FROM clause, with a class and a weight. */
export interface RankedRows {
  readonly from: string
  readonly where: readonly string[]
  readonly columns: number
  /** The expression for the class of a row. */
  readonly by: string
  /** The column of weights, which count as repeated rows; `null` if every row counts once. */
  readonly weight: string | null
  /** A column to return with the ranks, if any. */
  readonly key?: string
}

/**
 * SQL that selects b, w, and for each column r (twice the mid-rank, an integer if weights are) and t (the weight of the tied
 * values). In sorted order, `below` values come before the ties and `upto` up to their end: r = below + upto + 1.
 */
export function rankedRows({ from, where, columns, by, weight, key }: RankedRows): string {
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const places = numbers.map((i) =>
    weight === null
      ? `rank() OVER o${i} - 1 AS below${i}, round(cume_dist() OVER o${i} * count(*) OVER ())::BIGINT AS upto${i}`
      : `coalesce(sum(${weight}) OVER (ORDER BY x${i} RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP), 0) AS below${i}, ` +
        `sum(${weight}) OVER o${i} AS upto${i}`,
  )
  const passed = key === undefined ? '' : `${key}, `
  const windows = numbers.map((i) => `o${i} AS (ORDER BY x${i})`)
  const placed = `SELECT ${by} AS b, ${weight ?? 1} AS w, ${passed}${places.join(', ')} FROM ${from}${conditions(where)} WINDOW ${windows.join(', ')}`
  const ranks = numbers.map((i) => `below${i} + upto${i} + 1 AS r${i}, upto${i} - below${i} AS t${i}`)
  return `SELECT b, w, ${passed}${ranks.join(', ')} FROM (${placed})`
}

/**
 * SQL for exact sums of doubled ranks that are integers: b; n; the sum, min, max and Σ (t³ − t) of each column; then the sums of
 * products of all pairs of columns, along the rows of the upper triangle.
 */
export function rankSums(
  ranked: string,
  columns: number,
  { isWeighted, isGrouped, longType }: RankSumsOptions,
): string {
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? `w::${longType} * ` : ''
  // Squares of ranks fit into 63 bits unless weights multiply the rows.
  const tie = (i: number) => (isWeighted ? `t${i}::${longType} * t${i}` : `t${i} * t${i}`)
  const answers = [
    isWeighted ? `sum(w::${longType})` : 'count(*)',
    ...numbers.flatMap((i) => [
      `sum(${times}r${i})`,
      `min(r${i})`,
      `max(r${i})`,
      `sum(${times}(${tie(i)} - 1))`,
    ]),
    ...numbers.flatMap((i) => numbers.slice(i).map((j) => `sum(${times}r${i} * r${j})`)),
  ]
  return `SELECT ${isGrouped ? 'b' : '0 AS b'}, ${answers.join(', ')} FROM (${ranked})${isGrouped ? ' GROUP BY b' : ''}`
}

export interface RankSumsOptions {
  readonly isWeighted: boolean
  readonly isGrouped: boolean
  /** The integer type for numbers beyond 2^63. */
  readonly longType: string
}
