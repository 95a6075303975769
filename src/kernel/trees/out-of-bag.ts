import type { TrainingRows } from '../models/model.ts'
import type { RandomStream } from '../random-stream.ts'
import type { Bootstrap } from './bootstrap.ts'
import { permuted, permutedWithin } from './permuted-rows.ts'
import { goesLeft, leafOf } from './tree.ts'
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
  const passing = reader.values.map((): Passing => ({ places: [], nodes: [] }))
  const last = new Int32Array(passing.length).fill(-1)
  for (let i = 0; i < rows.length; i++) {
    before[i] = lossOf(notePath(tree, reader, rows[i], i, passing, last), rows[i])
    all += outsideWeights[i]
  }
  if (all === 0) return losses
  const used = [...new Set(tree.column)].filter((column) => column >= 0).sort((a, b) => a - b)
  const cells = new Map(
    correlated ? used.map((column) => [column, cellsOfColumn(tree, reader, column, rows)]) : [],
  )
  for (const column of used) {
    const beside = correlated?.[column].flatMap((one) => cells.get(one) ?? []) ?? []
    const others =
      beside.length === 0
        ? permuted(rows, random)
        : permutedWithin(rows, joinCells(beside, rows.length), random)
    let growth = 0
    const { places, nodes } = passing[column]
    // A row that passes no split of the column stays in its leaf.
    for (let at = 0; at < places.length; at++) {
      const i = places[at]
      const leaf = leafOf(tree, reader, rows[i], column, others[i], nodes[at])
      growth += outsideWeights[i] * (lossOf(leaf, rows[i]) - before[i])
    }
    losses[column] = growth / all
  }
  return losses
}

/** The rows out of the bag that pass a split of a column, by their places, each with the first such node. */
interface Passing {
  readonly places: number[]
  readonly nodes: number[]
}

/** The leaf of a row; notes at which node it first meets each column. `last`: the row that each column was met by last. */
function notePath(
  tree: Tree,
  reader: TreeReader,
  row: number,
  place: number,
  passing: readonly Passing[],
  last: Int32Array,
): number {
  const { column, left } = tree
  let node = 0
  for (let of = column[0]; of >= 0; of = column[node]) {
    if (last[of] !== place) {
      last[of] = place
      passing[of].places.push(place)
      passing[of].nodes.push(node)
    }
    node = left[node] + (goesLeft(tree, reader, node, row) ? 0 : 1)
  }
  return node
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
