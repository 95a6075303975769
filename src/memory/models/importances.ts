import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'

/**
 * How much each column matters in sums of weighted places: the standard deviation over the training rows of
 * what it adds, √Σ of the squares over lists of weights. For a number it is √Σ w², because numbers have
 * standard deviation 1.
 */
export function importancesOf(
  { starts, total }: Pick<DesignMatrix, 'starts' | 'total'>,
  { columns, rows, weights: ofRows }: TrainingRows,
  weights: Float64Array,
  lists: number,
): Float64Array {
  const each = weights.length / lists
  return Float64Array.from(columns, (column, i) => {
    let sum = 0
    const shares = 'codes' in column ? new Float64Array(column.levels) : null
    if (shares && 'codes' in column) {
      for (let row = 0; row < rows.length; row++) {
        shares[column.codes[rows[row]]] += (ofRows ? ofRows[rows[row]] : 1) / total
      }
    }
    for (let list = 0; list < lists; list++) {
      const start = list * each + 1 + starts[i]
      if (!shares) sum += weights[start] * weights[start]
      else sum += variance(weights.subarray(start, start + shares.length), shares)
    }
    return Math.sqrt(sum)
  })
}

/** The variance of values by their shares; exactly 0 where one value has all. */
function variance(values: Float64Array, shares: Float64Array): number {
  const shift = values[shares.findIndex((share) => share > 0)]
  const mean = values.reduce((sum, value, i) => sum + (value - shift) * shares[i], 0)
  return values.reduce((sum, value, i) => {
    const distance = value - shift - mean
    return sum + shares[i] * distance * distance
  }, 0)
}
