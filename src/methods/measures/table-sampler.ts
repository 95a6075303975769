import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '#core'
import type { PSource } from '#core'
import { addDraw, emptyDrawSums, fittedTail } from './pearson-tail.ts'
import { drawTable } from './permuted-gain.ts'
import type { TableMargins } from './tables.ts'

/**
 * Sampling ends when this many drawn statistics are at least as large as the observed one (Besag and Clifford
 * 1991).
 */
const maxExceedances = 20
/** Statistics whose relative difference is below this are equal up to rounding. */
const rounding = 1e-9

/** Draws tables of whole counts with fixed margins, each with the probability it has under permutations. */
export interface TableSampler {
  /** The last table drawn, row by row. */
  readonly cells: Float64Array
  /** The number of operations of one draw. */
  readonly cost: number
  readonly draw: () => void
}

/**
 * Creates a sampler of tables. The text `stream` seeds it, so equal margins give the same tables. Where rows
 * are few compared with cells, rows are permuted; otherwise cells are drawn.
 */
export function createTableSampler(margins: TableMargins, stream: string): TableSampler {
  const { n, rows, columns } = margins
  const random = seeded(stream)
  const cells = new Float64Array(rows.length * columns.length)
  if (n > 4 * cells.length) {
    const uniform = () => uniformFloat64(random)
    return { cells, cost: 4 * cells.length, draw: () => drawTable(margins, cells, uniform) }
  }
  const rowOf = expandCounts(rows)
  const columnOf = expandCounts(columns)
  return {
    cells,
    cost: n + cells.length,
    draw: () => {
      cells.fill(0)
      for (let last = n - 1; last >= 0; last--) {
        const other = uniformInt(random, 0, last)
        const column = columnOf[other]
        columnOf[other] = columnOf[last]
        columnOf[last] = column
        cells[rowOf[last] * columns.length + column]++
      }
    },
  }
}

/** Each index repeated as often as its count. */
function expandCounts(counts: Float64Array): Int32Array {
  const places = new Int32Array(counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  counts.forEach((count, place) => {
    places.fill(place, at, at + count)
    at += count
  })
  return places
}

/** A p-value from drawn tables. */
export interface MonteCarloTail {
  readonly pValue: number
  readonly pFrom: PSource
  /** The p-value of a fitted distribution is accurate within this factor. */
  readonly pWithin?: number
  /** How many were drawn. */
  readonly drawn: number
}

/**
 * The share of drawn statistics that are at least as large as an observed one: draws until 20 are, or `most`
 * were drawn. Where none is, the tail of a Gamma distribution with their moments.
 */
export function monteCarloTail(observed: number, most: number, next: () => number): MonteCarloTail {
  const draws = emptyDrawSums()
  let [drawn, exceedances] = [0, 0]
  while (drawn < most && exceedances < maxExceedances) {
    const statistic = next()
    addDraw(draws, drawn, statistic)
    drawn++
    if (statistic >= observed - rounding * (1 + observed)) exceedances++
  }
  if (exceedances === maxExceedances) return { pValue: maxExceedances / drawn, pFrom: 'permutation', drawn }
  const pValue = (1 + exceedances) / (1 + drawn)
  const tail = exceedances > 0 ? null : fittedTail(observed, draws)
  if (tail && tail.pValue < pValue) {
    return { pValue: tail.pValue, pFrom: 'gamma', pWithin: tail.within, drawn }
  }
  return { pValue, pFrom: 'permutation', drawn }
}
