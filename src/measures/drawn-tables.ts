import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '../statistics/permutation.ts'
import { drawTable } from './permuted-gain.ts'
import { addDraw, fittedTail, noDraws } from './pearson-tail.ts'
import type { TableMargins } from './tables.ts'
import type { PSource } from '../trace/p-source.ts'

/** So many drawn statistics as large decide against a relation (Besag and Clifford 1991). */
const enough = 20
/** Statistics that differ by less, relative to their size, differ by rounding alone. */
const rounding = 1e-9

/** Tables of whole counts with given margins, each as likely as the permutations that lead to it. */
export interface DrawnTables {
  /** The table drawn last, row by row. */
  readonly cells: Float64Array
  /** How many counts a draw touches. */
  readonly cost: number
  readonly draw: () => void
}

/** By one stream of random numbers: of equal margins the same tables. Rows are dealt out where they are few beside the cells. */
export function drawnTables(margins: TableMargins, stream: string): DrawnTables {
  const { n, rows, columns } = margins
  const random = seeded(stream)
  const cells = new Float64Array(rows.length * columns.length)
  if (n > 4 * cells.length) {
    const uniform = () => uniformFloat64(random)
    return { cells, cost: 4 * cells.length, draw: () => drawTable(margins, cells, uniform) }
  }
  const rowOf = expanded(rows)
  const columnOf = expanded(columns)
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

/** Each place as often as its count. */
function expanded(counts: Float64Array): Int32Array {
  const places = new Int32Array(counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  counts.forEach((count, place) => {
    places.fill(place, at, at + count)
    at += count
  })
  return places
}

/** A p-value by drawn tables. */
export interface DrawnTail {
  readonly pValue: number
  readonly pFrom: PSource
  /** The p-value of a fitted law is within this factor. */
  readonly pWithin?: number
  /** How many were drawn. */
  readonly drawn: number
}

/**
 * The share of drawn statistics that are as large as an observed one: until 20 are, or `most` were drawn. Where none is as
 * large, the tail of a Gamma law of their moments.
 */
export function drawnTail(observed: number, most: number, next: () => number): DrawnTail {
  const draws = noDraws()
  let [drawn, asLarge] = [0, 0]
  while (drawn < most && asLarge < enough) {
    const found = next()
    addDraw(draws, drawn, found)
    drawn++
    if (found >= observed - rounding * (1 + observed)) asLarge++
  }
  if (asLarge === enough) return { pValue: enough / drawn, pFrom: 'permutation', drawn }
  const pValue = (1 + asLarge) / (1 + drawn)
  const tail = asLarge > 0 ? null : fittedTail(observed, draws)
  if (tail && tail.pValue < pValue) {
    return { pValue: tail.pValue, pFrom: 'gamma', pWithin: tail.within, drawn }
  }
  return { pValue, pFrom: 'permutation', drawn }
}
