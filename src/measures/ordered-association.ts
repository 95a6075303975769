import type { TableMargins } from './tables.ts'
import { square } from './test.ts'
import { chiSquareTail } from './tails.ts'

/** A two-way table in whole counts, row after row. */
export interface CountedTable extends TableMargins {
  readonly cells: Float64Array
}

/**
 * P(association ≥ that of the table) where its rows are independent of its columns, by the mid-ranks of levels that have an order. With both
 * ordered (n−1)ρ² of their ranks is χ²₁ (Mantel 1963); with one ordered its mean ranks in the K levels of the other are compared, χ²_{K−1}
 * (Kruskal and Wallis 1952, with its correction for ties). 1 where either has one level.
 */
export function orderedTail(
  { cells, rows, columns, n }: CountedTable,
  isOrdered: { readonly rows: boolean; readonly columns: boolean },
): number {
  if (isOrdered.rows && isOrdered.columns) {
    const [x, y] = [deviations(rows, n), deviations(columns, n)]
    const [squaresX, squaresY] = [squares(x, rows), squares(y, columns)]
    if (squaresX === 0 || squaresY === 0) return 1
    const products = cells.reduce(
      (sum, count, cell) => sum + count * x[Math.floor(cell / columns.length)] * y[cell % columns.length],
      0,
    )
    return chiSquareTail(((n - 1) * square(products)) / (squaresX * squaresY), 1)
  }
  const [ranked, grouped] = isOrdered.rows ? [rows, columns] : [columns, rows]
  const x = deviations(ranked, n)
  const all = squares(x, ranked)
  const groups = grouped.reduce((found, count) => found + Number(count > 0), 0)
  if (all === 0 || groups < 2) return 1
  const sums = new Float64Array(grouped.length)
  cells.forEach((count, cell) => {
    const [row, column] = [Math.floor(cell / columns.length), cell % columns.length]
    const [rank, group] = isOrdered.rows ? [row, column] : [column, row]
    sums[group] += count * x[rank]
  })
  const between = sums.reduce((sum, one, g) => sum + (grouped[g] > 0 ? square(one) / grouped[g] : 0), 0)
  return chiSquareTail(((n - 1) * between) / all, groups - 1)
}

/** The mid-rank of each level, less the mean rank. */
function deviations(counts: Float64Array, n: number): Float64Array {
  let before = 0
  return counts.map((count) => {
    const rank = before + (count + 1) / 2
    before += count
    return rank - (n + 1) / 2
  })
}

function squares(deviation: Float64Array, counts: Float64Array): number {
  return counts.reduce((sum, count, level) => sum + count * square(deviation[level]), 0)
}
