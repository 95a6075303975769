import { nLog2n } from '#core'
import type { Counts } from '#core'

/** Gains that differ by less, in bits, may differ by rounding alone. */
export const roundingOfGain = 1e-9

/**
 * I(X;Y|Z) in bits of a table Z × X × Y in whole counts, up to rounding and below 0 by no more than that: quick,
 * to find which of many tables has the least.
 */
export function gainOfTable({ levels, cells }: Counts): number {
  const [, across, down] = levels.map(({ length }) => length)
  let [n, sum, cell] = [0, 0, 0]
  const ofColumns = new Float64Array(down)
  while (cell < cells.length) {
    let inStratum = 0
    ofColumns.fill(0)
    for (let row = 0; row < across; row++) {
      let inRow = 0
      for (let column = 0; column < down; column++, cell++) {
        const count = cells[cell]
        inRow += count
        ofColumns[column] += count
        sum += nLog2n(count)
      }
      inStratum += inRow
      sum -= nLog2n(inRow)
    }
    for (let column = 0; column < down; column++) sum -= nLog2n(ofColumns[column])
    sum += nLog2n(inStratum)
    n += inStratum
  }
  return n === 0 ? 0 : sum / n
}
