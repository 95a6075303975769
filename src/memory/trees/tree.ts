import type { ModelColumn } from '../threads/model-rows.ts'

/**
 * A tree of binary splits, as lists with an entry for each node; node 0 is the root, children come after
 * their parent.
 */
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

/** Columns as trees read them: of each its numbers and where they are missing, or its codes. */
export interface TreeReader {
  readonly values: readonly (Float64Array | null)[]
  readonly missing: readonly (Uint8Array | null)[]
  readonly codes: readonly (Extract<ModelColumn, { readonly levels: number }>['codes'] | null)[]
}

export function treeReader(columns: readonly ModelColumn[]): TreeReader {
  return {
    values: columns.map((column) => ('values' in column ? column.values : null)),
    missing: columns.map((column) => ('values' in column ? column.missing : null)),
    codes: columns.map((column) => ('codes' in column ? column.codes : null)),
  }
}

/** Whether a row goes left at a node. */
export function goesLeft(
  tree: Tree,
  { values, missing, codes }: TreeReader,
  node: number,
  row: number,
): boolean {
  const column = tree.column[node]
  const start = tree.start[node]
  if (start >= 0) return tree.sides[start + codes[column]![row]] === 1
  return missing[column]?.[row] ? tree.missingLeft[node] === 1 : values[column]![row] <= tree.threshold[node]
}

/** The child of a node that a row goes to. */
export function childOf(tree: Tree, reader: TreeReader, node: number, row: number): number {
  return tree.left[node] + (goesLeft(tree, reader, node, row) ? 0 : 1)
}

/**
 * The leaf that a row reaches. `other` is the row whose value of column `replaced` it takes; −1 for no
 * column. `from` is a node on its way.
 */
export function leafOf(
  tree: Tree,
  reader: TreeReader,
  row: number,
  replaced = -1,
  other = row,
  from = 0,
): number {
  const { column, left, threshold, missingLeft, start, sides } = tree
  const { values, missing, codes } = reader
  let node = from
  for (let of = column[node]; of >= 0; of = column[node]) {
    const at = of === replaced ? other : row
    const numbers = values[of]
    // As `goesLeft`, which takes twice as long.
    const isLeft =
      numbers === null
        ? sides[start[node] + codes[of]![at]] === 1
        : missing[of]?.[at]
          ? missingLeft[node] === 1
          : numbers[at] <= threshold[node]
    node = isLeft ? left[node] : left[node] + 1
  }
  return node
}

/** For each column what its splits take away of the impurity, as a share of that of all rows. */
export function gainsByColumn({ column, gain }: Tree, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  for (let node = 0; node < column.length; node++) if (column[node] >= 0) sums[column[node]] += gain[node]
  return sums
}

/**
 * Turns nodes into leaves until the share of impurity that is left plus `cost` times the number of leaves is
 * least; of equal trees the smallest. Breiman et al. (1984, chapter 3).
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

/** What decides how long and how large the way through a tree is. */
export interface TreeSize {
  /** The most splits from the root to a leaf. */
  readonly depth: number
  /** The most columns that divide the nodes from the root to a leaf. */
  readonly columns: number
}

export function sizeOfTree({ column, left }: Tree, columns: number): TreeSize {
  const times = new Int32Array(columns)
  const path: number[] = []
  let [most, depth, distinct] = [0, 0, 0]
  // −1 − column takes a column off the path, after the nodes below it.
  const open = [0]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next < 0) {
      path.pop()
      if (--times[-1 - next] === 0) distinct--
      continue
    }
    const of = column[next]
    if (of < 0) continue
    if (times[of]++ === 0) distinct++
    most = Math.max(most, distinct)
    depth = Math.max(depth, path.push(of))
    open.push(-1 - of, left[next] + 1, left[next])
  }
  return { depth, columns: most }
}
