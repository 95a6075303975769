import { allocateNumbers } from '../../columns/allocate.ts'
import type { MomentsRows } from '../../kernel/moments-rows.ts'

/** Mid-ranks of a column by row, and Σ (t³ − t) over its groups of tied values. */
export interface RankedColumn {
  readonly ranks: Float64Array
  readonly ties: number
}

/** Ranks columns among the rows that count; weights count as repeated values. */
export function rankColumns(
  columns: readonly Float64Array[],
  { rows, weights, excluded, classes }: MomentsRows,
): readonly RankedColumn[] {
  const included: number[] = []
  for (let row = 0; row < rows; row++) {
    if (excluded?.[row] || weights?.[row] === 0) continue
    if (classes && classes.codes[row] >= classes.count) continue
    included.push(row)
  }
  return columns.map((values) => {
    const order = Uint32Array.from(included).sort((a, b) => values[a] - values[b])
    const ranks = allocateNumbers(rows)
    let [below, ties] = [0, 0]
    for (let start = 0, end = 0; start < order.length; start = end) {
      let t = 0
      for (; end < order.length && values[order[end]] === values[order[start]]; end++)
        t += weights ? weights[order[end]] : 1
      for (let place = start; place < end; place++) ranks[order[place]] = below + (t + 1) / 2
      below += t
      ties += t * t * t - t
    }
    return { ranks, ties }
  })
}
