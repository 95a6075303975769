import erfc from '@stdlib/math-base-special-erfc'
import exp from '@stdlib/math-base-special-exp'
import gammainc from '@stdlib/math-base-special-gammainc'
import ln from '@stdlib/math-base-special-ln'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '#core'
import type { PSource } from '#core'
import { drawTable } from './hypergeometric.ts'
import type { TableMargins } from './tables.ts'

/**
 * Sampling ends when this many drawn statistics are at least as large as the observed one (Besag and Clifford
 * 1991).
 */
const maxExceedances = 20
/** Statistics whose relative difference is below this are equal up to rounding. */
const rounding = 1e-9

/** Draws tables of whole counts with fixed margins, each with the probability it has under permutations. */
interface TableSampler {
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
export function expandCounts(counts: Float64Array): Int32Array {
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

/** Below this absolute skewness the normal distribution is used. */
const minSkewness = 1e-3

/**
 * P(X ≥ x) for the Gamma distribution with a mean, a variance and a skewness, shifted and, for negative
 * skewness, reflected (Pearson's type III); the normal distribution for skewness 0. NaN without variance.
 */
export function pearsonTail(x: number, mean: number, variance: number, skewness: number): number {
  if (!(variance > 0) || Number.isNaN(skewness)) return NaN
  const z = (x - mean) / Math.sqrt(variance)
  if (Math.abs(skewness) < minSkewness) return erfc(z / Math.sqrt(2)) / 2
  const shape = 4 / (skewness * skewness)
  // The distance from the end of the distribution's range.
  const distance = Math.max(0, shape + (2 * z) / skewness)
  if (distance === 0) return skewness > 0 ? 1 : 0
  return gammainc(distance, shape, true, skewness > 0)
}

/** Draws are divided into this many blocks, for the standard error of a fitted distribution. */
const blocks = 10
const perBlock = 4

/**
 * Sums of draws: for each block their number, and Σd, Σd², Σd³ of their differences d from the first draw.
 */
export interface DrawSums {
  readonly sums: Float64Array
  first: number
  least: number
}

export function emptyDrawSums(): DrawSums {
  return { sums: new Float64Array(blocks * perBlock), first: NaN, least: Infinity }
}

/** Adds draw number `number`. */
export function addDraw(to: DrawSums, number: number, draw: number): void {
  if (Number.isNaN(to.first)) to.first = draw
  to.least = Math.min(to.least, draw)
  const d = draw - to.first
  const at = (number % blocks) * perBlock
  to.sums[at]++
  to.sums[at + 1] += d
  to.sums[at + 2] += d * d
  to.sums[at + 3] += d * d * d
}

/** A tail probability from a fitted distribution. */
export interface FittedTail {
  readonly pValue: number
  /** The tail is accurate within this factor, one standard error in either direction. */
  readonly within: number
}

/**
 * P(X ≥ x) by the Gamma distribution with the first three moments of draws, and the standard error of its
 * logarithm by the jackknife over blocks of draws. If all draws are 0 or more, the skewness is at least that
 * of a distribution that begins at 0, as those of an information and of a χ² do.
 */
export function fittedTail(x: number, draws: DrawSums): FittedTail {
  const logs = Array.from({ length: blocks }, (_, block) => ln(tailWithout(x, draws, block)))
  const mean = logs.reduce((sum, one) => sum + one, 0) / blocks
  const squares = logs.reduce((sum, one) => sum + (one - mean) * (one - mean), 0)
  return { pValue: tailWithout(x, draws, -1), within: exp(Math.sqrt((squares * (blocks - 1)) / blocks)) }
}

/** The tail from all draws except those of one block. */
function tailWithout(x: number, { sums, first, least }: DrawSums, omitted: number): number {
  const [n, s1, s2, s3] = Array.from({ length: perBlock }, (_, power) => {
    let sum = 0
    for (let block = 0; block < blocks; block++) if (block !== omitted) sum += sums[block * perBlock + power]
    return sum
  })
  const d = s1 / n
  const variance = s2 / n - d * d
  const third = s3 / n - (3 * d * s2) / n + 2 * d * d * d
  const sd = Math.sqrt(variance)
  const own = third / (variance * sd)
  const skewness = least >= 0 ? Math.max(own, (2 * sd) / (first + d)) : own
  return pearsonTail(x, first + d, variance, skewness)
}
