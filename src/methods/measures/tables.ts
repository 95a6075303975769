import ln from '@stdlib/math-base-special-ln'
import type { Counts } from '#core'
import { chiSquareTail } from './tails.ts'
import { square } from './test.ts'
import type { Test } from './test.ts'

/** A two-way table with its margins: `cells[row * columns.length + column]`. */
export interface TableMargins {
  readonly n: number
  readonly rows: Float64Array
  readonly columns: Float64Array
}

/** The margins of a two-way table. */
export function marginsOf({ levels, cells }: Counts): TableMargins {
  const rows = new Float64Array(levels[0].length)
  const columns = new Float64Array(levels[1].length)
  cells.forEach((count, cell) => {
    rows[Math.floor(cell / columns.length)] += count
    columns[cell % columns.length] += count
  })
  return { n: rows.reduce((sum, count) => sum + count, 0), rows, columns }
}

/**
 * Pearson's χ² of a two-way table: Σ (O−E)²/E, E = row sum × column sum / n, no continuity correction;
 * the degrees of freedom (K−1)(V−1) count only levels with rows.
 */
export function chiSquare(table: Counts): Test & { readonly n: number } {
  const { n, rows, columns } = marginsOf(table)
  const df = (countPresent(rows) - 1) * (countPresent(columns) - 1)
  if (n === 0 || df <= 0) return { n, score: 0, pValue: 1 }
  let score = 0
  table.cells.forEach((observed, cell) => {
    const expected = (rows[Math.floor(cell / columns.length)] * columns[cell % columns.length]) / n
    if (expected > 0) score += square(observed - expected) / expected
  })
  return { n, score, pValue: chiSquareTail(score, df) }
}

/**
 * Σ_v p(v) Σ_c p(c|v)² − Σ_c p(c)²; the rows of the table are the classes, its columns the levels of the
 * feature.
 */
export function giniGain(table: Counts): { readonly n: number; readonly score: number } {
  const { n, rows, columns } = marginsOf(table)
  if (countPresent(columns) < 2) return { n, score: 0 }
  const squares = new Float64Array(columns.length)
  table.cells.forEach((count, cell) => (squares[cell % columns.length] += count * count))
  // Sums of whole numbers, and of sorted ones, do not depend on the order of the levels.
  const kept = squares.map((sum, level) => (sum > 0 ? sum / columns[level] : 0)).sort()
  const before = rows.reduce((sum, count) => sum + count * count, 0) / (n * n)
  return { n, score: Math.max(0, kept.reduce((sum, one) => sum + one, 0) / n - before) }
}

/**
 * Σ_v (p_v − q_v) ln(p_v/q_v); the two rows of the table are the classes, its columns the levels of the feature.
 * Where a class lacks a level, the counts of both are greater by `empty` rows there.
 */
export function informationValue(
  table: Counts,
  empty: number,
): { readonly n: number; readonly score: number; readonly why?: string } {
  const { n, rows, columns } = marginsOf(table)
  if (countPresent(rows) < 2) return { n, score: 0, why: 'only one class has rows' }
  if (countPresent(columns) < 2) return { n, score: 0 }
  let score = 0
  columns.forEach((all, level) => {
    if (all === 0) return
    const counts = [table.cells[level], table.cells[columns.length + level]]
    const more = counts.includes(0) ? empty : 0
    const [p, q] = counts.map((count, one) => (count + more) / rows[one])
    if (p !== q) score += p === 0 || q === 0 ? Infinity : (p - q) * ln(p / q)
  })
  return { n, score }
}

/**
 * (Σ_v max_c n_vc − max_c n_c) / (n − max_c n_c); the rows of the table are the classes, its columns the levels of
 * the feature. 0 where a single class has rows.
 */
export function oneRule(table: Counts): { readonly n: number; readonly score: number } {
  const { n, rows, columns } = marginsOf(table)
  if (countPresent(rows) < 2 || countPresent(columns) < 2) return { n, score: 0 }
  const most = new Float64Array(columns.length)
  table.cells.forEach((count, cell) => {
    const level = cell % columns.length
    most[level] = Math.max(most[level], count)
  })
  const alone = rows.reduce((a, b) => Math.max(a, b), 0)
  return { n, score: Math.max(0, most.reduce((sum, count) => sum + count, 0) - alone) / (n - alone) }
}

/** How many levels have rows. */
export function countPresent(margin: Float64Array): number {
  return margin.reduce((levels, count) => levels + (count > 0 ? 1 : 0), 0)
}
