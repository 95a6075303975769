/**
 * A k-d tree, laid out by the caller. A node has 16 bytes: its first position, its end, its first child (0: a
 * leaf; the second child is the next node), and whether all its rows coincide. `order` has the row at each
 * position, `values` the columns in that order, `stride` bytes apart, padded by 4 positions each. Two sibling
 * nodes store their bounding boxes together: for each column the minimum of both, then the maximum of both.
 */
@unmanaged
export class Tree {
  nodes: usize
  boxes: usize
  order: usize
  values: usize
  stride: u32
  columns: u32
  /** Space for 16 bytes for each pair of children. */
  stack: usize
  /** Space for a number for each column, and 4 more. */
  point: usize
}

/** A node with more rows is split, unless they coincide. */
const leafRows: u32 = 40
/** The number of rows sampled to find the column and the value where a node is split. */
const sampleRows: u32 = 31

/** The boxes of two siblings, by the first of them. */
export function boxOf(tree: Tree, children: u32): usize {
  return tree.boxes + ((children - 1) >> 1) * (tree.columns << 5)
}

/**
 * Splits the rows into nodes, at most twice as many as rows, and returns their number. Rows of a leaf stay in
 * order; rows that coincide stay together. Before the call the tree needs its nodes, order, columns and
 * point; `columns` are `stride` bytes apart. `keys` has space for a double, `later` for 32 bits of each row.
 */
export function growTree(
  treeAt: usize,
  columns: usize,
  stride: usize,
  rows: u32,
  keys: usize,
  later: usize,
): u32 {
  const tree = changetype<Tree>(treeAt)
  for (let i: u32 = 0; i < rows; i++) store<u32>(tree.order + (i << 2), i)
  let count: u32 = 1
  writeNode(tree, 0, 0, rows)
  for (let node: u32 = 0; node < count; node++) {
    const at = tree.nodes + (node << 4)
    const start = load<u32>(at)
    const end = load<u32>(at, 4)
    if (end - start <= leafRows) continue
    const order = tree.order + (start << 2)
    const column = widest(tree, columns, stride, order, end - start)
    if (!column) {
      store<u32>(at, 1, 12)
      continue
    }
    const middle = start + divide(column, order, end - start, keys, later)
    store<u32>(at, count, 8)
    writeNode(tree, count, start, middle)
    writeNode(tree, count + 1, middle, end)
    count += 2
  }
  return count
}

function writeNode(tree: Tree, node: u32, start: u32, end: u32): void {
  const at = tree.nodes + (node << 4)
  store<u32>(at, start)
  store<u32>(at, end, 4)
  store<u64>(at, 0, 8)
}

/** The column with the widest range in a sample, else the first whose values differ, else 0. */
function widest(tree: Tree, columns: usize, stride: usize, order: usize, count: u32): usize {
  let widest: usize = 0
  let width: f64 = 0
  for (let column = columns; column < columns + tree.columns * stride; column += stride) {
    let least = f64.POSITIVE_INFINITY
    let greatest = f64.NEGATIVE_INFINITY
    for (let i: u32 = 0; i < sampleRows; i++) {
      const value = load<f64>(column + (load<u32>(order + (sampled(i, count) << 2)) << 3))
      least = value < least ? value : least
      greatest = value > greatest ? value : greatest
    }
    if (greatest - least > width) {
      width = greatest - least
      widest = column
    }
  }
  if (widest) return widest
  for (let column = columns; column < columns + tree.columns * stride; column += stride) {
    const value = load<f64>(column + (load<u32>(order) << 3))
    for (let i: u32 = 1; i < count; i++) {
      if (load<f64>(column + (load<u32>(order + (i << 2)) << 3)) != value) return column
    }
  }
  return 0
}

/** Sample positions spread evenly by the golden ratio, so that they do not follow a period of the data. */
function sampled(i: u32, count: u32): u32 {
  return <u32>((<u64>(i * 2654435769) * count) >> 32)
}

/** Moves the rows with smaller values to the front, about half of them; returns their number. */
function divide(column: usize, order: usize, count: u32, keys: usize, later: usize): u32 {
  let sorted: u32 = 0
  for (let i: u32 = 0; i < sampleRows; i++) {
    const value = load<f64>(column + (load<u32>(order + (sampled(i, count) << 2)) << 3))
    let at = sorted++
    for (; at > 0 && load<f64>(keys + ((at - 1) << 3)) > value; at--) {
      store<f64>(keys + (at << 3), load<f64>(keys + ((at - 1) << 3)))
    }
    store<f64>(keys + (at << 3), value)
  }
  const middle = load<f64>(keys + ((sampleRows >> 1) << 3))
  let below: u32 = 0
  let upTo: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const value = load<f64>(column + (load<u32>(order + (i << 2)) << 3))
    store<f64>(keys + (i << 3), value)
    below += value < middle ? 1 : 0
    upTo += value <= middle ? 1 : 0
  }
  // Rows with the median value stay on one side, and neither side is empty.
  const goesFirst = below == 0 || (upTo < count && upTo - (count >> 1) < (count >> 1) - below)
  let first: u32 = 0
  let second: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const value = load<f64>(keys + (i << 3))
    const row = load<u32>(order + (i << 2))
    store<u32>(order + (first << 2), row)
    store<u32>(later + (second << 2), row)
    const isFirst: u32 = value < middle || (goesFirst && value == middle) ? 1 : 0
    first += isFirst
    second += 1 - isFirst
  }
  memory.copy(order + (first << 2), later, second << 2)
  return first
}

/** Copies the columns in the order of the tree and computes the boxes; the tree has `count` nodes. */
export function fillTree(treeAt: usize, columns: usize, stride: usize, rows: u32, count: u32): void {
  const tree = changetype<Tree>(treeAt)
  for (let c: u32 = 0; c < tree.columns; c++) {
    const from = columns + c * stride
    const to = tree.values + c * tree.stride
    for (let i: u32 = 0; i < rows; i++) {
      store<f64>(to + (i << 3), load<f64>(from + (load<u32>(tree.order + (i << 2)) << 3)))
    }
    memory.fill(to + (rows << 3), 0, 32)
  }
  for (let node = count - 1; node > 0; node--) {
    // First children have odd numbers.
    const box = boxOf(tree, node) + (node & 1 ? 0 : 8)
    const at = tree.nodes + (node << 4)
    const children = load<u32>(at, 8)
    if (children) joinBoxes(tree, box, boxOf(tree, children))
    else boundLeaf(tree, box, load<u32>(at), load<u32>(at, 4))
  }
}

function joinBoxes(tree: Tree, box: usize, boxes: usize): void {
  for (let c: u32 = 0; c < tree.columns; c++) {
    store<f64>(box, min(load<f64>(boxes), load<f64>(boxes, 8)))
    store<f64>(box, max(load<f64>(boxes, 16), load<f64>(boxes, 24)), 16)
    box += 32
    boxes += 32
  }
}

function boundLeaf(tree: Tree, box: usize, start: u32, end: u32): void {
  for (let c: u32 = 0; c < tree.columns; c++) {
    const values = tree.values + c * tree.stride
    let least = load<f64>(values + (start << 3))
    let greatest = least
    for (let at = start + 1; at < end; at++) {
      const value = load<f64>(values + (at << 3))
      least = value < least ? value : least
      greatest = value > greatest ? value : greatest
    }
    store<f64>(box, least)
    store<f64>(box, greatest, 16)
    box += 32
  }
}
