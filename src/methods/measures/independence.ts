import exp from '@stdlib/math-base-special-exp'
import type { Counts, PSource } from '#core'
import { lnChoose } from './hypergeometric.ts'
import { createTableSampler, monteCarloTail } from './monte-carlo.ts'
import type { MonteCarloTail } from './monte-carlo.ts'
import { chiSquare, countPresent, marginsOf } from './tables.ts'
import type { TableMargins } from './tables.ts'
import type { Test } from './test.ts'

/** Probabilities with a relative difference below this are equal, as in R. */
const tie = 1e-7

/**
 * Fisher's two-sided exact test of a 2 × 2 table [[a, b], [c, d]] of whole counts: the probability, given the
 * margins, of all tables that are at most as likely as this one (Fisher 1935; as R's `fisher.test` and
 * scipy's `fisher_exact`).
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  const [row, column, n] = [a + b, a + c, a + b + c + d]
  const least = Math.max(0, row + column - n)
  const most = Math.min(row, column)
  const all = lnChoose(n, row)
  const likelihood = (count: number) => exp(lnChoose(column, count) + lnChoose(n - column, row - count) - all)
  const observed = likelihood(a) * (1 + tie)
  let sum = 0
  for (let count = least; count <= most; count++) {
    const one = likelihood(count)
    if (one <= observed) sum += one
  }
  return Math.min(1, sum)
}

/**
 * The χ² distribution is used where no expected count is below `any` and at most this share of them is below
 * `few` (Cochran 1954).
 */
const cochran = { any: 1, few: 5, share: 0.2 } as const
/**
 * Tables drawn: at most `most`, fewer where they would cost more than `counts` operations, but at least
 * `least`.
 */
const draws = { most: 1999, least: 199, counts: 1 << 25 } as const
/**
 * Pearson's χ² of a two-way table with a p-value that is valid for few rows too. Where Cochran's rule holds,
 * p is that of the χ² distribution. Otherwise it is conditional on the margins: for a 2 × 2 table Fisher's
 * exact test; for a larger one the share of drawn tables with at least the same χ², and if no drawn table
 * reaches it, a Gamma distribution with their moments. Tables are drawn with a fixed seed and levels sorted
 * by size, so equal tables have equal p-values, whatever their levels are called. Tables with fractional
 * weights cannot be drawn; they use the χ² distribution.
 */
export function independenceTest(table: Counts): Test & { readonly n: number; readonly pFrom: PSource } {
  const { n, score, pValue = 1 } = chiSquare(table)
  const margins = marginsOf(table)
  const rows = sortedPresent(margins.rows)
  const columns = sortedPresent(margins.columns)
  if (rows.length < 2 || columns.length < 2 || n === 0) return { n, score, pValue: 1, pFrom: 'exact' }
  if (meetsCochran({ n, rows, columns }) || !table.cells.every(Number.isInteger)) {
    return { n, score, pValue, pFrom: 'law' }
  }
  if (rows.length === 2 && columns.length === 2) {
    const [a, b, c, d] = table.cells.filter(
      (_, cell) =>
        margins.rows[Math.floor(cell / margins.columns.length)] > 0 &&
        margins.columns[cell % margins.columns.length] > 0,
    )
    return { n, score, pValue: fisherExact(a, b, c, d), pFrom: 'exact' }
  }
  const { pValue: drawn, pFrom, pWithin } = tailOf(score, { n, rows, columns })
  return { n, score, pValue: drawn, pFrom, ...(pWithin !== undefined && { pWithin }) }
}

/**
 * Cramér's V = √(φ²/min(r−1, c−1)), φ² = χ²/n, r and c the levels with rows, with the p-value of χ².
 * `isCorrected`: less what is expected of a table without any relation (Bergsma 2013), φ̃² = max(0, φ² −
 * (r−1)(c−1)/(n−1)), with r̃ = r − (r−1)²/(n−1) for r and c̃ likewise. 0 where either has one level.
 */
export function cramersV(table: Counts, isCorrected: boolean): Test & { readonly n: number } {
  const test = independenceTest(table)
  const { n } = test
  const margins = marginsOf(table)
  const [r, c] = [countPresent(margins.rows) - 1, countPresent(margins.columns) - 1]
  if (r < 1 || c < 1) return { ...test, score: 0 }
  const share = test.score / n
  if (!isCorrected) return { ...test, score: Math.min(1, Math.sqrt(share / Math.min(r, c))) }
  const least = Math.min(r - (r * r) / (n - 1), c - (c * c) / (n - 1))
  const more = Math.max(0, share - (r * c) / (n - 1))
  return { ...test, score: least > 0 ? Math.min(1, Math.sqrt(more / least)) : 0 }
}

/** The counts above 0, the largest first. */
function sortedPresent(margin: Float64Array): Float64Array {
  return margin.filter((count) => count > 0).sort((a, b) => b - a)
}

/** Whether Cochran's rule holds. */
function meetsCochran({ n, rows, columns }: TableMargins): boolean {
  let few = 0
  const least = rows[rows.length - 1]
  if ((least * columns[columns.length - 1]) / n < cochran.any) return false
  for (const row of rows) for (const column of columns) if ((row * column) / n < cochran.few) few++
  return few <= cochran.share * rows.length * columns.length
}

/** The p-value from tables drawn with the same margins. */
function tailOf(score: number, margins: TableMargins): MonteCarloTail {
  const tables = createTableSampler(margins, 'independence')
  const most = Math.max(draws.least, Math.min(draws.most, Math.floor(draws.counts / tables.cost)))
  return monteCarloTail(score, most, () => {
    tables.draw()
    return chiSquareOf(tables.cells, margins)
  })
}

/** Σ (O−E)²/E = n·(Σ O²/(row·column) − 1). */
function chiSquareOf(cells: Float64Array, { n, rows, columns }: TableMargins): number {
  let sum = 0
  for (let row = 0, cell = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++, cell++) {
      const count = cells[cell]
      if (count > 0) sum += (count * count) / (rows[row] * columns[column])
    }
  }
  return Math.max(0, n * (sum - 1))
}
