import { ascendingOrder, nLog2n, rowNumbers } from '#core'
import type { LevelsOfRows } from '#methods'

/** A column by row: its levels, −1 where it has none, and the values by which its rows are exchanged. */
export interface ColumnOfRows extends LevelsOfRows {
  readonly values: Float64Array
  /** Whether its values are numbers in their order. */
  readonly isOrdered: boolean
}

/** A statistic of x and another column, with the rows of x as they are, or taken from other rows. */
export type ExchangedStatistic = (from: Int32Array | null) => number

/** I(X;Y|Z) in bits over the rows that have all of them; z is null where nothing is given. */
export function tableStatistic(x: LevelsOfRows, y: LevelsOfRows, z: LevelsOfRows | null): ExchangedStatistic {
  const rows = y.codes.length
  const stratumOf = new Map<number, number>()
  const strata = y.codes.map((code, row) => {
    const level = z ? z.codes[row] : 0
    if (code < 0 || level < 0) return -1
    if (!stratumOf.has(level)) stratumOf.set(level, stratumOf.size)
    return stratumOf.get(level)!
  })
  const cells = new Int32Array(stratumOf.size * x.levels * y.levels)
  const ofX = new Int32Array(stratumOf.size * x.levels)
  const ofY = new Int32Array(stratumOf.size * y.levels)
  const ofZ = new Int32Array(stratumOf.size)
  return (from) => {
    for (const counts of [cells, ofX, ofY, ofZ]) counts.fill(0)
    for (let row = 0; row < rows; row++) {
      const level = x.codes[from ? from[row] : row]
      if (strata[row] < 0 || level < 0) continue
      cells[(strata[row] * x.levels + level) * y.levels + y.codes[row]]++
    }
    addMargins(cells, [x.levels, y.levels], { ofX, ofY, ofZ })
    const n = ofZ.reduce((all, count) => all + count, 0)
    const sum = (counts: Int32Array) => counts.reduce((all, count) => all + nLog2n(count), 0)
    return n === 0 ? 0 : Math.max(0, (sum(cells) + sum(ofZ) - sum(ofX) - sum(ofY)) / n)
  }
}

interface Margins {
  readonly ofX: Int32Array
  readonly ofY: Int32Array
  readonly ofZ: Int32Array
}

/** Adds the margins of a table of strata × levels of x × levels of y. */
function addMargins(
  cells: Int32Array,
  [levelsOfX, levelsOfY]: readonly [number, number],
  margins: Margins,
): void {
  const { ofX, ofY, ofZ } = margins
  for (let cell = 0, at = 0; at < ofX.length; at++) {
    const stratum = Math.floor(at / levelsOfX)
    for (let y = 0; y < levelsOfY; y++, cell++) {
      ofX[at] += cells[cell]
      ofY[stratum * levelsOfY + y] += cells[cell]
    }
    ofZ[stratum] += ofX[at]
  }
}

/**
 * How far x and y are from unrelated by the ranks of their numbers: |Σ r s| of centred mid-ranks where both
 * have an order; else the sum of squares between the levels of the other, as in the test of Kruskal and
 * Wallis. Rows without a level of y are left out.
 */
export function rankStatistic(x: ColumnOfRows, y: ColumnOfRows): ExchangedStatistic {
  const rows = y.codes.length
  const ranksOfX = x.isOrdered ? centredRanks(x) : null
  const ranksOfY = y.isOrdered ? centredRanks(y) : null
  if (ranksOfX && ranksOfY) {
    return (from) => {
      let product = 0
      for (let row = 0; row < rows; row++) {
        if (y.codes[row] >= 0) product += ranksOfX[from ? from[row] : row] * ranksOfY[row]
      }
      return Math.abs(product)
    }
  }
  return (from) => {
    const sums = new Float64Array(ranksOfX ? y.levels : x.levels)
    const counts = new Float64Array(sums.length)
    for (let row = 0; row < rows; row++) {
      if (y.codes[row] < 0) continue
      const source = from ? from[row] : row
      const group = ranksOfX ? y.codes[row] : x.codes[source]
      sums[group] += ranksOfX ? ranksOfX[source] : ranksOfY![row]
      counts[group]++
    }
    return sums.reduce((all, sum, group) => all + (counts[group] > 0 ? (sum * sum) / counts[group] : 0), 0)
  }
}

/** Mid-ranks less their mean; 0 where there is no level. */
function centredRanks({ codes, values }: ColumnOfRows): Float64Array {
  const present = new Uint32Array(rowNumbers(codes.length)).filter((row) => codes[row] >= 0)
  const order = ascendingOrder(values, present)
  const ranks = new Float64Array(values.length)
  for (let start = 0, end = 1; start < order.length; start = end++) {
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let i = start; i < end; i++) ranks[order[i]] = (start + end - order.length) / 2
  }
  return ranks
}
