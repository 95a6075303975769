import { ascendingOrder, nLog2n } from '#core'
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
  const stratumOf = new Map<number, number>()
  const strata = Int32Array.from(y.codes, (code, row) => {
    const level = z ? z.codes[row] : 0
    if (code < 0 || level < 0) return -1
    if (!stratumOf.has(level)) stratumOf.set(level, stratumOf.size)
    return stratumOf.get(level)!
  })
  const cells = new Float64Array(stratumOf.size * x.levels * y.levels)
  const ofX = new Float64Array(stratumOf.size * x.levels)
  const ofY = new Float64Array(stratumOf.size * y.levels)
  const ofZ = new Float64Array(stratumOf.size)
  return (from) => {
    for (const counts of [cells, ofX, ofY, ofZ]) counts.fill(0)
    let n = 0
    strata.forEach((stratum, row) => {
      const level = x.codes[from ? from[row] : row]
      if (stratum < 0 || level < 0) return
      const at = stratum * x.levels + level
      cells[at * y.levels + y.codes[row]]++
      ofX[at]++
      ofY[stratum * y.levels + y.codes[row]]++
      ofZ[stratum]++
      n++
    })
    const sum = (counts: Float64Array) => counts.reduce((all, count) => all + nLog2n(count), 0)
    return n === 0 ? 0 : Math.max(0, (sum(cells) + sum(ofZ) - sum(ofX) - sum(ofY)) / n)
  }
}

/**
 * How far x and y are from unrelated by the ranks of their numbers: |Σ r s| of centred mid-ranks where both
 * have an order; else the sum of squares between the levels of the other, as in the test of Kruskal and
 * Wallis. Rows without a level of y are left out.
 */
export function rankStatistic(x: ColumnOfRows, y: ColumnOfRows): ExchangedStatistic {
  const ranksOfX = x.isOrdered ? centredRanks(x) : null
  const ranksOfY = y.isOrdered ? centredRanks(y) : null
  return (from) => {
    const sums = new Float64Array(ranksOfX ? y.levels : x.levels)
    const counts = new Float64Array(sums.length)
    let product = 0
    y.codes.forEach((level, row) => {
      if (level < 0) return
      const source = from ? from[row] : row
      if (ranksOfX && ranksOfY) {
        product += ranksOfX[source] * ranksOfY[row]
        return
      }
      const group = ranksOfX ? level : x.codes[source]
      sums[group] += ranksOfX ? ranksOfX[source] : ranksOfY![row]
      counts[group]++
    })
    if (ranksOfX && ranksOfY) return Math.abs(product)
    return sums.reduce((all, sum, group) => all + (counts[group] > 0 ? (sum * sum) / counts[group] : 0), 0)
  }
}

/** Mid-ranks less their mean; 0 where there is no level. */
function centredRanks({ codes, values }: ColumnOfRows): Float64Array {
  const present = Uint32Array.from(codes.keys()).filter((row) => codes[row] >= 0)
  const order = ascendingOrder(values, present)
  const ranks = new Float64Array(values.length)
  for (let start = 0, end = 1; start < order.length; start = end++) {
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let i = start; i < end; i++) ranks[order[i]] = (start + end - order.length) / 2
  }
  return ranks
}
