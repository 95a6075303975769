import type { DesignMatrix } from './design.ts'
import { scaled } from './scaled-column.ts'

/**
 * For each row of the table the sum of what it has in the places of a matrix, times their weights: for
 * `count` lists of weights, each with its first number, the intercept, before those of the places. Row by
 * row. A level without a place adds nothing.
 */
export function weightedSums(
  { training, starts, scales, width }: DesignMatrix,
  weights: Float64Array,
  count: number,
  rows: Int32Array,
): Float64Array {
  const sums = new Float64Array(rows.length * count)
  for (let one = 0; one < count; one++) {
    const own = weights.subarray(one * (width + 1), (one + 1) * (width + 1))
    for (let i = 0; i < rows.length; i++) sums[i * count + one] = own[0]
    training.columns.forEach((column, place) => {
      const start = 1 + starts[place]
      if ('codes' in column) {
        for (let i = 0; i < rows.length; i++) {
          const code = column.codes[rows[i]]
          if (code < column.levels) sums[i * count + one] += own[start + code]
        }
        return
      }
      const scale = scales[place]!
      const weight = own[start]
      if (weight === 0) return
      for (let i = 0; i < rows.length; i++) {
        sums[i * count + one] += weight * scaled(column.values[rows[i]], scale)
      }
    })
  }
  return sums
}
