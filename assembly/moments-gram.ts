import { Block, Cells, centreColumn, mergeSpread, spreadAt } from './moments'
import { Groups, segmentAt, weightsOf } from './moments-groups'
import { sumOfProducts } from './moments-spread'

/** Centres a block of several variables. `columns` has the address of the values of each, by row. */
export function centreTile(groupsAt: usize, blockAt: usize, columns: usize): void {
  const block = changetype<Block>(blockAt)
  for (let i: u32 = 0; i < block.width; i++) {
    centreColumn(changetype<Groups>(groupsAt), block, i, load<usize>(columns + i * sizeof<usize>()))
  }
}

/**
 * Adds the co-moments of each variable of one block with each of another to `tile`, left.width × right.width
 * numbers for each class, and merges means and ranges into `leftCells` and `rightCells`. `products` has space
 * for eight numbers.
 */
export function addTile(
  groupsAt: usize,
  leftAt: usize,
  rightAt: usize,
  leftCellsAt: usize,
  rightCellsAt: usize,
  tile: usize,
  products: usize,
): void {
  const groups = changetype<Groups>(groupsAt)
  const left = changetype<Block>(leftAt)
  const right = changetype<Block>(rightAt)
  for (let place: u32 = 0; place < groups.count; place++) {
    const segment = segmentAt(groups, place)
    const before = mergeSpreads(left, place, segment.level, segment.n, changetype<Cells>(leftCellsAt))
    mergeSpreads(right, place, segment.level, segment.n, changetype<Cells>(rightCellsAt))
    const size = <usize>left.width * right.width
    const sums = tile + ((segment.level * size) << 3)
    const from = (<usize>segment.start) << 3
    const rows = <usize>(segment.end - segment.start)
    const weights = weightsOf(groups, segment)
    const weight = before * (segment.n / (before + segment.n))
    for (let i: u32 = 0; i < left.width; i += 2) {
      for (let j: u32 = 0; j < right.width; j += 4) {
        addProducts(left, right, place, i, j, from, rows, weights, segment.n, weight, sums, products)
      }
    }
  }
}

/**
 * Merges means and ranges of a segment, and stores the difference of each mean. Returns the weight before the
 * merge.
 */
function mergeSpreads(block: Block, place: u32, level: u32, n: f64, cells: Cells): f64 {
  const at = cells.n + ((<usize>level) << 3)
  const before = load<f64>(at)
  const first = (<usize>level * block.width) << 3
  for (let i: u32 = 0; i < block.width; i++) {
    const shift = mergeSpread(cells, first + (i << 3), spreadAt(block, place, i), before, n / (before + n))
    store<f64>(block.shifts + (i << 3), shift)
  }
  store<f64>(at, before + n)
  return before
}

/** Adds the products of up to two variables of the left block with up to four of the right. */
function addProducts(
  left: Block,
  right: Block,
  place: u32,
  i: u32,
  j: u32,
  from: usize,
  rows: usize,
  weights: usize,
  n: f64,
  weight: f64,
  sums: usize,
  products: usize,
): void {
  const x = left.values + i * left.stride + from
  const y = right.values + j * right.stride + from
  const tall = min<u32>(2, left.width - i)
  const wide = min<u32>(4, right.width - j)
  if (tall == 2 && wide == 4) {
    if (weights) multiplyTwoByFour<f64>(x, left.stride, y, right.stride, rows, weights, products)
    else multiplyTwoByFour<u8>(x, left.stride, y, right.stride, rows, 0, products)
  }
  for (let a: u32 = 0; a < tall; a++) {
    const spread = spreadAt(left, place, i + a)
    const shift = load<f64>(left.shifts + ((i + a) << 3)) * weight
    for (let b: u32 = 0; b < wide; b++) {
      const other = spreadAt(right, place, j + b)
      const product =
        tall == 2 && wide == 4
          ? load<f64>(products + ((a * 4 + b) << 3))
          : sumOfProducts(x + a * left.stride, y + b * right.stride, rows, weights)
      const to = sums + (((i + a) * right.width + j + b) << 3)
      const merged = product - n * spread.low * other.low + shift * load<f64>(right.shifts + ((j + b) << 3))
      store<f64>(to, load<f64>(to) + merged)
    }
  }
}

/** Σ w x y of two columns with four, eight sums at once; `W` is f64 with weights. */
function multiplyTwoByFour<W>(
  x: usize,
  strideX: usize,
  y: usize,
  strideY: usize,
  rows: usize,
  weights: usize,
  products: usize,
): void {
  let s00 = f64x2.splat(0)
  let s01 = s00
  let s02 = s00
  let s03 = s00
  let s10 = s00
  let s11 = s00
  let s12 = s00
  let s13 = s00
  const x1 = x + strideX
  const y1 = y + strideY
  const y2 = y1 + strideY
  const y3 = y2 + strideY
  const end = rows << 3
  let at: usize = 0
  for (; at + 16 <= end; at += 16) {
    let a = v128.load(x + at)
    let b = v128.load(x1 + at)
    if (isFloat<W>()) {
      a = f64x2.mul(a, v128.load(weights + at))
      b = f64x2.mul(b, v128.load(weights + at))
    }
    let c = v128.load(y + at)
    s00 = f64x2.add(s00, f64x2.mul(a, c))
    s10 = f64x2.add(s10, f64x2.mul(b, c))
    c = v128.load(y1 + at)
    s01 = f64x2.add(s01, f64x2.mul(a, c))
    s11 = f64x2.add(s11, f64x2.mul(b, c))
    c = v128.load(y2 + at)
    s02 = f64x2.add(s02, f64x2.mul(a, c))
    s12 = f64x2.add(s12, f64x2.mul(b, c))
    c = v128.load(y3 + at)
    s03 = f64x2.add(s03, f64x2.mul(a, c))
    s13 = f64x2.add(s13, f64x2.mul(b, c))
  }
  store<f64>(products, lanes(s00))
  store<f64>(products, lanes(s01), 8)
  store<f64>(products, lanes(s02), 16)
  store<f64>(products, lanes(s03), 24)
  store<f64>(products, lanes(s10), 32)
  store<f64>(products, lanes(s11), 40)
  store<f64>(products, lanes(s12), 48)
  store<f64>(products, lanes(s13), 56)
  if (at == end) return
  // The last row, if their number is odd.
  const w = isFloat<W>() ? load<f64>(weights + at) : 1
  for (let a: usize = 0; a < 2; a++) {
    const value = w * load<f64>(x + a * strideX + at)
    for (let b: usize = 0; b < 4; b++) {
      const to = products + ((a * 4 + b) << 3)
      store<f64>(to, load<f64>(to) + value * load<f64>(y + b * strideY + at))
    }
  }
}

function lanes(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
