/** The most rows of a leaf. */
const leafRows = 30

/** A node: its rows are those of `order` from `from` to before `to`; a leaf has no children. */
interface Node {
  readonly from: number
  readonly to: number
  readonly low: readonly number[]
  readonly high: readonly number[]
  readonly children?: readonly [Node, Node]
}

/**
 * The nearest row by the k-d tree of scikit-learn 0.2x, for data in which rows are tied: of rows at the same
 * distance the tree returns the two it meets first, and the thesis took the second of the two nearest, with
 * the row itself among them. Where no rows are tied it is the nearest other row.
 */
export function treeNeighbours(
  columns: readonly (readonly number[])[],
  rows: number,
): (row: number) => number {
  const points = Array.from({ length: rows }, (_, row) => columns.map((values) => values[row]))
  const order = Array.from({ length: rows }, (_, row) => row)
  const levels = Math.floor(log2(Math.max(1, (rows - 1) / leafRows))) + 1
  const root = build(points, order, 0, rows, levels - 1)
  return (row) => secondNearest(root, points, order, points[row])
}

/** The whole part of the binary logarithm is all that is needed. */
function log2(value: number): number {
  let exponent = 0
  while (value >= 2) {
    value /= 2
    exponent++
  }
  return exponent
}

function build(
  points: readonly (readonly number[])[],
  order: number[],
  from: number,
  to: number,
  depth: number,
): Node {
  const low = points[0].map((_, i) => extreme(points, order, from, to, i, Math.min))
  const high = points[0].map((_, i) => extreme(points, order, from, to, i, Math.max))
  if (depth === 0 || to - from < 2) return { from, to, low, high }
  const spreads = low.map((value, i) => high[i] - value)
  const widest = spreads.reduce((best, spread, i) => (spread > spreads[best] ? i : best), 0)
  const middle = from + Math.floor((to - from) / 2)
  partition(points, order, widest, from, to, middle)
  const children = [
    build(points, order, from, middle, depth - 1),
    build(points, order, middle, to, depth - 1),
  ] as const
  return { from, to, low, high, children }
}

function extreme(
  points: readonly (readonly number[])[],
  order: readonly number[],
  from: number,
  to: number,
  column: number,
  choose: (a: number, b: number) => number,
): number {
  let value = points[order[from]][column]
  for (let place = from; place < to; place++) value = choose(value, points[order[place]][column])
  return value
}

/** Moves rows so that those before `middle` are not above it in a column, those after not below. */
function partition(
  points: readonly (readonly number[])[],
  order: number[],
  column: number,
  from: number,
  to: number,
  middle: number,
): void {
  const swap = (a: number, b: number) => ([order[a], order[b]] = [order[b], order[a]])
  let left = from
  let right = to - 1
  for (;;) {
    let place = left
    for (let i = left; i < right; i++) {
      if (points[order[i]][column] < points[order[right]][column]) swap(i, place++)
    }
    swap(place, right)
    if (place === middle) return
    if (place < middle) left = place + 1
    else right = place - 1
  }
}

/** The second of the two nearest rows to a point, as a search from the root meets them. */
function secondNearest(
  root: Node,
  points: readonly (readonly number[])[],
  order: readonly number[],
  point: readonly number[],
): number {
  // The farther of the two first, as in a heap.
  const nearest = [
    { row: -1, distance: Infinity },
    { row: -1, distance: Infinity },
  ]
  const add = (row: number, distance: number) => {
    const place = nearest[1].distance > distance ? 1 : 0
    if (place === 1) nearest[0] = nearest[1]
    nearest[place] = { row, distance }
  }
  const visit = (node: Node, bound: number): void => {
    if (bound > nearest[0].distance) return
    if (node.children) {
      const [a, b] = node.children.map((child) => ({ child, bound: boundOf(child, point) }))
      for (const { child, bound: own } of a.bound <= b.bound ? [a, b] : [b, a]) visit(child, own)
      return
    }
    for (let place = node.from; place < node.to; place++) {
      const distance = squaredDistance(points[order[place]], point)
      if (distance < nearest[0].distance) add(order[place], distance)
    }
  }
  visit(root, boundOf(root, point))
  return nearest[0].distance > nearest[1].distance ? nearest[0].row : nearest[1].row
}

/** The least squared distance of a point to the box of a node. */
function boundOf({ low, high }: Node, point: readonly number[]): number {
  return point.reduce((sum, value, i) => {
    const outside = Math.max(0, low[i] - value) + Math.max(0, value - high[i])
    return sum + outside * outside
  }, 0)
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]) * (value - b[i]), 0)
}
