import type { TreeOptions } from '#core'
import type { TrainingRows } from '../threads/model-rows.ts'
import { binnedColumns } from '../trees/binned-columns.ts'
import { grow } from '../trees/grow.ts'
import { gainsByColumn, leafOf, prune, treeReader } from '../trees/tree.ts'
import type { Tree } from '../trees/tree.ts'
import { wholeTarget, wholeWeights } from '../trees/whole-target.ts'
import type { Model } from './model.ts'

/** A tree of binary splits; it predicts the share of each class in a leaf, or the mean. */
export const tree: Model<TreeOptions> = {
  readsGaps: true,
  explains: ({ importance, explained = 0 }) => (importance === 'shap' ? { rows: explained, seed: 0 } : null),
  fit: (training, options) => {
    const { columns } = training
    const grown = growTree(training, options)
    return {
      predict: (rows) => {
        const reader = treeReader(columns)
        const { values, width } = grown
        const predicted = new Float64Array(rows.length * width)
        for (let i = 0; i < rows.length; i++) {
          const from = leafOf(grown, reader, rows[i]) * width
          for (let one = 0; one < width; one++) predicted[i * width + one] = values[from + one]
        }
        return predicted
      },
      importances: () => gainsByColumn(grown, columns.length),
      trees: () => [grown],
    }
  },
  cost: (rows, places) => rows * places * (100 + 5 * (32 - Math.clz32(rows))),
}

/** Grows a tree from training rows, and prunes it. */
export function growTree(training: TrainingRows, options: TreeOptions): Tree {
  const weights = wholeWeights(training)
  const places = Int32Array.from(training.rows, (_, place) => place).filter((place) => weights.of[place] > 0)
  const grown = grow(
    {
      columns: binnedColumns(training),
      target: wholeTarget(training, weights.total),
      places,
      weights: Float64Array.from(places, (place) => weights.of[place]),
      draw: null,
    },
    options,
  )
  if (options.prune > 0) prune(grown, options.prune)
  return grown
}
