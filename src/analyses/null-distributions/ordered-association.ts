import { chiSquareTail, square } from '#methods'
import type { TableMargins } from '#methods'

/** A two-way table in whole counts, row after row. */
export interface CountedTable extends TableMargins {
  readonly cells: Float64Array
}

/**
 * P(association ≥ that of the table) where its rows are independent of its columns, by the mid-ranks of
 * levels that have an order. With both ordered (n−1)ρ² of their ranks is χ²₁ (Mantel 1963); with one ordered
 * its mean ranks in the K levels of the other are compared, χ²_{K−1} (Kruskal and Wallis 1952, with its
 * correction for ties). 1 where either has one level.
 */
export function orderedTail(
  table: CountedTable,
  isOrdered: { readonly rows: boolean; readonly columns: boolean },
): number {
  const { n } = table
  if (isOrdered.rows && isOrdered.columns) {
    const { products, squaresX, squaresY } = rankProducts(table)
    if (squaresX === 0 || squaresY === 0) return 1
    return chiSquareTail(((n - 1) * square(products)) / (squaresX * squaresY), 1)
  }
  const { between, all, groups } = rankedGroups(table, isOrdered.rows)
  if (all === 0 || groups < 2) return 1
  return chiSquareTail(((n - 1) * between) / all, groups - 1)
}

/**
 * The p-value within strata, each a table of the same two variables. With both ordered the covariances of
 * their ranks within a stratum of n rows are added up, weighted by 1/(n+1)² (van Elteren 1960), and their
 * squared sum divided by its variance is χ²₁; with one ordered the statistics of Kruskal and Wallis and their
 * degrees of freedom are added up. 1 where in no stratum both vary.
 */
export function orderedTailWithin(
  strata: readonly CountedTable[],
  isOrdered: { readonly rows: boolean; readonly columns: boolean },
): number {
  if (isOrdered.rows && isOrdered.columns) {
    let [covariance, variance] = [0, 0]
    for (const table of strata) {
      const { n } = table
      const { products, squaresX, squaresY } = rankProducts(table)
      if (squaresX === 0 || squaresY === 0) continue
      const weight = 1 / square(n + 1)
      covariance += weight * products
      variance += (square(weight) * squaresX * squaresY) / (n - 1)
    }
    return variance === 0 ? 1 : chiSquareTail(square(covariance) / variance, 1)
  }
  let [statistic, degrees] = [0, 0]
  for (const table of strata) {
    const { between, all, groups } = rankedGroups(table, isOrdered.rows)
    if (all === 0 || groups < 2) continue
    statistic += ((table.n - 1) * between) / all
    degrees += groups - 1
  }
  return degrees === 0 ? 1 : chiSquareTail(statistic, degrees)
}

/** The sums of products and of squares of the ranks of both variables, less their means. */
function rankProducts({ cells, rows, columns, n }: CountedTable) {
  const [x, y] = [deviations(rows, n), deviations(columns, n)]
  let products = 0
  for (let row = 0, cell = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++, cell++) {
      products += cells[cell] * x[row] * y[column]
    }
  }
  return { products, squaresX: squares(x, rows), squaresY: squares(y, columns) }
}

/**
 * The squares of ranks between the levels of the other variable, those of all rows, and how many levels
 * occur.
 */
function rankedGroups({ cells, rows, columns, n }: CountedTable, areRowsRanked: boolean) {
  const [ranked, grouped] = areRowsRanked ? [rows, columns] : [columns, rows]
  const x = deviations(ranked, n)
  const sums = new Float64Array(grouped.length)
  for (let row = 0, cell = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++, cell++) {
      if (areRowsRanked) sums[column] += cells[cell] * x[row]
      else sums[row] += cells[cell] * x[column]
    }
  }
  let [between, groups] = [0, 0]
  for (let group = 0; group < grouped.length; group++) {
    if (grouped[group] === 0) continue
    between += square(sums[group]) / grouped[group]
    groups++
  }
  return { between, all: squares(x, ranked), groups }
}

/** The mid-rank of each level, less the mean rank. */
function deviations(counts: Float64Array, n: number): Float64Array {
  const found = new Float64Array(counts.length)
  let before = 0
  for (let level = 0; level < counts.length; level++) {
    found[level] = before + (counts[level] + 1) / 2 - (n + 1) / 2
    before += counts[level]
  }
  return found
}

function squares(deviation: Float64Array, counts: Float64Array): number {
  let sum = 0
  for (let level = 0; level < counts.length; level++) sum += counts[level] * square(deviation[level])
  return sum
}
