import type { Job } from '../threads/job.ts'
import type { ModelColumn } from '../threads/model-rows.ts'
import { outputsOf, rowsTogether, ShapValues } from '../trees/shap.ts'
import { sizeOfTree, treeReader } from '../trees/tree.ts'
import type { Tree } from '../trees/tree.ts'

/** Trees whose sum of predictions is explained, and rows of the table. */
export interface ShapInput {
  readonly columns: readonly ModelColumn[]
  readonly trees: readonly Tree[]
  readonly rows: Int32Array
  /** By row of the table; null where each counts once. */
  readonly weights: Float64Array | null
}

/** From one of the rows to another, in `rows`. */
interface ShapTask {
  readonly from: number
  readonly to: number
}

/**
 * For each column Σ over the rows of a task of weight · |φ|, φ the sum of its SHAP values in all trees; of
 * classes the mean of
 * |φ| over them.
 */
export const shapJob: Job<ShapInput, ShapTask, Float64Array> = {
  name: 'shap',
  open: (_, { columns, trees, rows, weights }) => {
    const values = new ShapValues(treeReader(columns))
    const sizes = trees.map((tree) => sizeOfTree(tree, columns.length))
    const { width } = trees[0]
    const outputs = outputsOf(trees[0])
    const ofRows = new Float64Array(rowsTogether * columns.length * outputs)
    return ({ from, to }) => {
      const sums = new Float64Array(columns.length)
      for (let first = from; first < to; first += rowsTogether) {
        const some = rows.subarray(first, Math.min(to, first + rowsTogether))
        ofRows.fill(0)
        trees.forEach((tree, i) => values.add(tree, sizes[i], some, ofRows))
        for (let row = 0; row < some.length; row++) {
          const weight = weights ? weights[some[row]] : 1
          for (let column = 0; column < columns.length; column++) {
            const place = (row * columns.length + column) * outputs
            sums[column] += weight * meanSize(ofRows, place, outputs, width)
          }
        }
      }
      return sums
    }
  },
}

/** |φ|; of classes the mean, where that of the last is minus the sum of the others. */
function meanSize(values: Float64Array, place: number, outputs: number, width: number): number {
  let [size, sum] = [0, 0]
  for (let output = 0; output < outputs; output++) {
    size += Math.abs(values[place + output])
    sum += values[place + output]
  }
  return width === 1 ? size : (size + Math.abs(sum)) / width
}
