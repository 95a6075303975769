import type { RandomStream } from '#core'
import type { TrainingRows } from '../threads/model-rows.ts'
import { drawnFrom, permutedWithin } from './row-draws.ts'
import type { Bootstrap } from './row-draws.ts'
import { childOf, leafOf } from './tree.ts'
import type { Tree, TreeReader } from './tree.ts'

/**
 * For each column by how much the loss of the rows out of the bag grows where its values are permuted: the
 * share of rows whose class is not the likeliest of their leaf, or the mean squared error. Values are drawn
 * only for rows that pass a split of the column. With `correlated` values move only among rows that no cut of
 * the tree in these columns parts. Breiman (2001); Strobl et al. (2008).
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
  const passing = reader.values.map((): Passing => ({ places: [], nodes: [], children: [] }))
  for (let i = 0; i < rows.length; i++) {
    before[i] = lossOf(notePath(tree, reader, rows[i], i, passing), rows[i])
    all += outsideWeights[i]
  }
  if (all === 0) return losses
  const used = [...new Set(tree.column)].filter((column) => column >= 0).sort((a, b) => a - b)
  const cells = new Map(
    correlated ? used.map((column) => [column, cellsOfColumn(tree, reader, column, rows)]) : [],
  )
  for (const column of used) {
    const beside = correlated?.[column].flatMap((one) => cells.get(one) ?? []) ?? []
    const otherOf =
      beside.length === 0
        ? drawnFrom(rows, random)
        : rowsIn(permutedWithin(rows, joinCells(beside, rows.length), random))
    let growth = 0
    const { places, nodes, children } = passing[column]
    for (let at = 0; at < places.length;) {
      const i = places[at]
      const other = otherOf(i)
      let from = -1
      for (; places[at] === i; at++) {
        if (from >= 0) continue
        const child = childOf(tree, reader, nodes[at], other)
        if (child !== children[at]) from = child
      }
      // A row that goes the same way at all splits of the column stays in its leaf, as does one that passes
      // none.
      if (from < 0) continue
      const leaf = leafOf(tree, reader, rows[i], column, other, from)
      growth += outsideWeights[i] * (lossOf(leaf, rows[i]) - before[i])
    }
    losses[column] = growth / all
  }
  return losses
}

/**
 * The rows out of the bag that pass splits of a column, by their places, with each such node and the child
 * that they go to.
 */
interface Passing {
  readonly places: number[]
  readonly nodes: number[]
  readonly children: number[]
}

function rowsIn(others: Int32Array): (place: number) => number {
  return (place) => others[place]
}

/** The leaf of a row; notes the nodes on its way. */
function notePath(
  tree: Tree,
  reader: TreeReader,
  row: number,
  place: number,
  passing: readonly Passing[],
): number {
  const { column } = tree
  let node = 0
  for (let of = column[0]; of >= 0; of = column[node]) {
    const child = childOf(tree, reader, node, row)
    const { places, nodes, children } = passing[of]
    places.push(place)
    nodes.push(node)
    children.push(child)
    node = child
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

/**
 * The cells into which all cuts of a tree in a column divide some rows; missing numbers are a cell of their
 * own.
 */
function cellsOfColumn(
  { column, threshold, start, sides }: Tree,
  { values, missing, codes }: TreeReader,
  of: number,
  rows: Int32Array,
): Int32Array {
  const nodes: number[] = []
  for (let node = 0; node < column.length; node++) if (column[node] === of) nodes.push(node)
  const numbers = values[of]
  if (!numbers) {
    const cellOf = new Map<string, number>()
    const ofLevel = new Map<number, number>()
    return rows.map((row) => {
      const code = codes[of]![row]
      const known = ofLevel.get(code)
      if (known !== undefined) return known
      const side = nodes.map((node) => sides[start[node] + code]).join('')
      const cell = cellOf.get(side) ?? cellOf.size
      cellOf.set(side, cell)
      ofLevel.set(code, cell)
      return cell
    })
  }
  const cuts = Float64Array.from(new Set(nodes.map((node) => threshold[node]))).sort()
  return rows.map((row) => (missing[of]?.[row] ? -1 : countBelow(cuts, numbers[row])))
}

/** Rows are in the same cell where they are in all of these; without any they are in one. */
function joinCells(cells: readonly Int32Array[], rows: number): Int32Array {
  let joined = new Int32Array(rows)
  for (const own of cells) {
    const known = new Map<string, number>()
    joined = joined.map((cell, i) => {
      const key = `${cell}/${own[i]}`
      const found = known.get(key) ?? known.size
      known.set(key, found)
      return found
    })
  }
  return joined
}

/** How many of rising numbers are below a value. */
function countBelow(rising: Float64Array, value: number): number {
  let from = 0
  let to = rising.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (rising[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}
