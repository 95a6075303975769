import { Chebyshev, Euclidean, Manhattan, extendedTwo } from './nearest-metric'
import { writeCoincident, writePlaces } from './nearest-places'
import { Search, beginRow, finishSearch, addNeighbour } from './nearest-search'
import { Tree, boxOf } from './nearest-tree'

/** Finds neighbours with a tree; metric 0 is Euclidean, 1 Manhattan, 2 Chebyshev. */
export function searchTree(searchAt: usize, treeAt: usize, nodes: u32, metric: u32): void {
  const search = changetype<Search>(searchAt)
  const tree = changetype<Tree>(treeAt)
  if (metric == 0) searchNodes<Euclidean>(search, tree, nodes)
  else if (metric == 1) searchNodes<Manhattan>(search, tree, nodes)
  else searchNodes<Chebyshev>(search, tree, nodes)
}

/** Searches leaf by leaf, so that consecutive queries are close together. */
function searchNodes<M>(search: Search, tree: Tree, nodes: u32): void {
  const from = search.from
  const to = search.to
  for (let node: u32 = 0; node < nodes; node++) {
    const leaf = tree.nodes + (node << 4)
    if (load<u32>(leaf, 8)) continue
    const start = load<u32>(leaf)
    const end = load<u32>(leaf, 4)
    if (load<u32>(leaf, 12) && end - start > search.k && isIsolated<M>(search, tree, node)) {
      writeCoincident(search, tree.order + (start << 2), end - start)
      continue
    }
    for (let at = start; at < end; at++) {
      const row = load<u32>(tree.order + (at << 2))
      if (row < from || row >= to) continue
      setPoint(tree, at)
      beginRow(search, row, f64.POSITIVE_INFINITY)
      scanLeaf<M>(search, tree, leaf, at)
      descend<M>(search, tree, node)
      finishSearch(search)
      writePlaces(search, row)
    }
  }
}

/** Whether no row outside a leaf has a distance from its point that equals 0. */
function isIsolated<M>(search: Search, tree: Tree, node: u32): bool {
  const position = load<u32>(tree.nodes + (node << 4))
  setPoint(tree, position)
  beginRow(search, load<u32>(tree.order + (position << 2)), 0)
  descend<M>(search, tree, node)
  return search.count == 0
}

/** Makes the row at a position the query point. */
function setPoint(tree: Tree, position: u32): void {
  let from = tree.values + (position << 3)
  for (let c: u32 = 0; c < tree.columns; c++) {
    store<f64>(tree.point + (c << 3), load<f64>(from))
    from += tree.stride
  }
}

/** Adds the rows of a leaf, except the one at a position, four at a time. */
function scanLeaf<M>(search: Search, tree: Tree, leaf: usize, except: u32): void {
  const end = load<u32>(leaf, 4)
  const stride = <usize>tree.stride
  const point = tree.point
  const pointEnd = point + (tree.columns << 3)
  const values = tree.values
  let limit = f64x2.splat(search.bound)
  for (let position = load<u32>(leaf); position < end; position += 4) {
    let two = f64x2.splat(0)
    let others = two
    let from = values + (position << 3)
    for (let at = point; at < pointEnd; at += 8) {
      const value = v128.load64_splat(at)
      two = extendedTwo<M>(two, f64x2.sub(v128.load(from), value))
      others = extendedTwo<M>(others, f64x2.sub(v128.load(from, 16), value))
      from += stride
    }
    if (!v128.any_true(v128.or(f64x2.le(two, limit), f64x2.le(others, limit)))) continue
    v128.store(pointEnd, two)
    v128.store(pointEnd, others, 16)
    for (let i: u32 = 0; i < 4; i++) {
      const distance = load<f64>(pointEnd + (i << 3))
      if (distance > search.bound || position + i >= end || position + i == except) continue
      addNeighbour(search, distance, load<u32>(tree.order + ((position + i) << 2)))
    }
    limit = f64x2.splat(search.bound)
  }
}

/** Adds the rows of every leaf within the bound except one, nearer ones first. */
function descend<M>(search: Search, tree: Tree, except: u32): void {
  const point = tree.point
  const pointEnd = point + (tree.columns << 3)
  let top = tree.stack
  let node: u32 = 0
  while (true) {
    const at = tree.nodes + (node << 4)
    const children = load<u32>(at, 8)
    if (children) {
      let box = boxOf(tree, children)
      let reach = f64x2.splat(0)
      for (let p = point; p < pointEnd; p += 8) {
        const value = v128.load64_splat(p)
        const below = f64x2.sub(v128.load(box), value)
        const above = f64x2.sub(value, v128.load(box, 16))
        reach = extendedTwo<M>(reach, f64x2.pmax(f64x2.pmax(below, above), f64x2.splat(0)))
        box += 32
      }
      const first = f64x2.extract_lane(reach, 0)
      const second = f64x2.extract_lane(reach, 1)
      const isFirst = first <= second
      const far = isFirst ? second : first
      if (far <= search.bound) {
        store<f64>(top, far)
        store<u32>(top, isFirst ? children + 1 : children, 8)
        top += 16
      }
      if ((isFirst ? first : second) <= search.bound) {
        node = isFirst ? children : children + 1
        continue
      }
    } else if (node != except) {
      scanLeaf<M>(search, tree, at, u32.MAX_VALUE)
    }
    do {
      if (top == tree.stack) return
      top -= 16
    } while (load<f64>(top) > search.bound)
    node = load<u32>(top, 8)
  }
}
