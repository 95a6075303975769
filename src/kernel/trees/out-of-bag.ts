import type { TrainingRows } from '../models/model.ts'
import type { RandomStream } from '../random-stream.ts'
import type { Bootstrap } from './bootstrap.ts'
import { permutedWithin } from './permuted-rows.ts'
import { leafOf } from './tree.ts'
import type { Tree, TreeReader } from './tree.ts'
import { cellsOfColumn, joinCells } from './tree-cells.ts'

/**
 * For each column by how much the loss of the rows out of the bag grows where its values are permuted: the share of rows whose
 * class is not the likeliest of their leaf, or the mean squared error. With `correlated` values move only among rows that no cut
 * of the tree in these columns parts. Breiman (2001); Strobl et al. (2008).
 */
export function lossesByPermutation(
  tree: Tree,
  reader: TreeReader,
  { rows: training, target }: TrainingRows,
  { outside, outsideWeights }: Bootstrap,
  random: RandomStream,
  correlated: readonly (readonly number[])[] | null,
): Float64Array {
  const losses = new Float64Array(reader.values.length)
  const rows = outside.map((place) => training[place])
  const lossOf = lossOfNodes(tree, target)
  let all = 0
  const before = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    before[i] = lossOf(leafOf(tree, reader, rows[i]), rows[i])
    all += outsideWeights[i]
  }
  if (all === 0) return losses
  const used = [...new Set(tree.column)].filter((column) => column >= 0).sort((a, b) => a - b)
  const cells = new Map(
    correlated ? used.map((column) => [column, cellsOfColumn(tree, reader, column, rows)]) : [],
  )
  for (const column of used) {
    const beside = correlated?.[column].flatMap((one) => cells.get(one) ?? []) ?? []
    const others = permutedWithin(rows, joinCells(beside, rows.length), random)
    let growth = 0
    for (let i = 0; i < rows.length; i++) {
      growth +=
        outsideWeights[i] * (lossOf(leafOf(tree, reader, rows[i], column, others[i]), rows[i]) - before[i])
    }
    losses[column] = growth / all
  }
  return losses
}

/** The loss of a row in a leaf. */
function lossOfNodes(
  { column, values, width }: Tree,
  target: TrainingRows['target'],
): (node: number, row: number) => number {
  if ('values' in target) {
    return (node, row) => {
      const error = target.values[row] - values[node]
      return error * error
    }
  }
  const likeliest = Int32Array.from(column, (_, node) => {
    let best = 0
    for (let one = 1; one < width; one++)
      if (values[node * width + one] > values[node * width + best]) best = one
    return best
  })
  return (node, row) => (target.codes[row] === likeliest[node] ? 0 : 1)
}
