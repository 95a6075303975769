import type { ModelColumn } from '../models/model.ts'

/** A tree of binary splits, as lists with an entry for each node; node 0 is the root, children come after their parent. */
export interface Tree {
  /** The place of the column that divides the node; −1 of a leaf. */
  readonly column: Int32Array
  /** Of numbers: values up to this go left. */
  readonly threshold: Float64Array
  /** Of numbers: 1 if missing values go left. */
  readonly missingLeft: Uint8Array
  /** Of levels: where the sides of its levels begin in `sides`; −1 of numbers. */
  readonly start: Int32Array
  /** 1 for each level that goes left; the last is that of a missing one. */
  readonly sides: Uint8Array
  /** The left child; the right one is next. */
  readonly left: Int32Array
  /** The weight of the rows of each node. */
  readonly weight: Float64Array
  /** What its rows lose of impurity by the split, as a share of that of all rows. */
  readonly gain: Float64Array
  /** What each node predicts: `width` numbers, the share of each class, or the mean. */
  readonly values: Float64Array
  readonly width: number
}

/** Whether a row goes left at a node. */
export function goesLeft(tree: Tree, columns: readonly ModelColumn[], node: number, row: number): boolean {
  const column = columns[tree.column[node]]
  if ('values' in column) {
    return column.missing?.[row] ? tree.missingLeft[node] === 1 : column.values[row] <= tree.threshold[node]
  }
  return tree.sides[tree.start[node] + column.codes[row]] === 1
}

/** The leaf that a row reaches. */
export function leafOf(tree: Tree, columns: readonly ModelColumn[], row: number): number {
  let node = 0
  while (tree.column[node] >= 0) node = tree.left[node] + (goesLeft(tree, columns, node, row) ? 0 : 1)
  return node
}

/** What a tree predicts of rows: `width` numbers each. */
export function predictRows(tree: Tree, columns: readonly ModelColumn[], rows: Int32Array): Float64Array {
  const { values, width } = tree
  const predicted = new Float64Array(rows.length * width)
  for (let i = 0; i < rows.length; i++) {
    const from = leafOf(tree, columns, rows[i]) * width
    for (let one = 0; one < width; one++) predicted[i * width + one] = values[from + one]
  }
  return predicted
}

/** For each column what its splits take away of the impurity, as a share of that of all rows. */
export function gainsByColumn({ column, gain }: Tree, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  for (let node = 0; node < column.length; node++) if (column[node] >= 0) sums[column[node]] += gain[node]
  return sums
}

/**
 * Turns nodes into leaves until the share of impurity that is left plus `cost` times the number of leaves is least; of equal trees the
 * smallest. Breiman et al. (1984, chapter 3).
 */
export function prune({ column, left, gain }: Tree, cost: number): void {
  const kept = new Float64Array(column.length)
  for (let node = column.length - 1; node >= 0; node--) {
    if (column[node] < 0) continue
    const worth = gain[node] - cost + kept[left[node]] + kept[left[node] + 1]
    if (worth > 0) kept[node] = worth
    else column[node] = -1
  }
}
