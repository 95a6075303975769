import { Lattice } from './lattice'
import { kthSmallest } from './lattice-least'
import { listOf, put } from './lattice-nodes'
import { Search } from './lattice-search'
import { limitOf } from './lattice-tolerance'
import { squaredRounding } from './roundings'

/** Adding this to a smaller number leaves the nearest whole number in the low bits. */
const wholeNumbers: f64 = 4503599627370496

/** Computes the squared differences of a row to all rows, and its distances in all columns. */
export function subtractRow(lattice: Lattice, search: Search): void {
  const row: usize = search.row << 3
  const stride: usize = search.stride
  const width = lattice.width
  for (let at: usize = 0; at < lattice.rows << 3; at += 64) {
    let to = search.exact + (at >> 3) * stride
    let sum0 = f64x2.splat(0)
    let sum1 = sum0
    let sum2 = sum0
    let sum3 = sum0
    let column: u32 = 0
    let values = lattice.columns
    for (; column < lattice.fixed; column++, values += lattice.stride) {
      if (!((lattice.chosen >> column) & 1)) continue
      const own = v128.load_splat<f64>(values + row)
      sum0 = f64x2.add(sum0, squared(v128.load(values + at), own))
      sum1 = f64x2.add(sum1, squared(v128.load(values + at, 16), own))
      sum2 = f64x2.add(sum2, squared(v128.load(values + at, 32), own))
      sum3 = f64x2.add(sum3, squared(v128.load(values + at, 48), own))
    }
    storeEight(to, stride, sum0, sum1, sum2, sum3)
    for (; column < width; column++, values += lattice.stride) {
      const own = v128.load_splat<f64>(values + row)
      const square0 = squared(v128.load(values + at), own)
      const square1 = squared(v128.load(values + at, 16), own)
      const square2 = squared(v128.load(values + at, 32), own)
      const square3 = squared(v128.load(values + at, 48), own)
      sum0 = f64x2.add(sum0, square0)
      sum1 = f64x2.add(sum1, square1)
      sum2 = f64x2.add(sum2, square2)
      sum3 = f64x2.add(sum3, square3)
      to += 8
      storeEight(to, stride, square0, square1, square2, square3)
    }
    v128.store(search.whole + at, sum0)
    v128.store(search.whole + at, sum1, 16)
    v128.store(search.whole + at, sum2, 32)
    v128.store(search.whole + at, sum3, 48)
  }
  store<f64>(search.whole + row, Infinity)
  writeRounding(lattice, search)
  if (!lattice.target) return
  const own = v128.load_splat<f64>(lattice.target + row)
  for (let at: usize = 0; at < lattice.rows << 3; at += 16) {
    v128.store(search.differences + at, squared(v128.load(lattice.target + at), own))
  }
}

/** Writes the squared bounds of rounding of the current row after the rows, as if they were differences. */
function writeRounding(lattice: Lattice, search: Search): void {
  let to = search.exact + lattice.rows * search.stride
  let values = lattice.columns + (search.row << 3)
  let fixed: f64 = 0
  let whole: f64 = 0
  for (let column: u32 = 0; column < lattice.width; column++, values += lattice.stride) {
    const square = lattice.origins
      ? squaredRounding(load<f64>(values), load<f64>(lattice.origins + (column << 3)))
      : 0
    if (column >= lattice.fixed) store<f64>((to += 8), square)
    else if ((lattice.chosen >> column) & 1) fixed += square
    else continue
    whole += square
  }
  store<f64>(search.exact + lattice.rows * search.stride, fixed)
  store<f64>(search.whole + (lattice.rows << 3), whole)
}

/**
 * Quantises the squared differences to every row that may be nearest in some set, and lists these rows in the
 * first node. A row is excluded if it is farther in the fixed columns than the k-th nearest is in all
 * columns, by more than rounding. Returns the number of rows listed.
 */
export function quantiseRow(lattice: Lattice, search: Search): u32 {
  const bound = kthSmallest(search.whole, lattice.rows, lattice.k, search.places)
  // No set has a larger k-th distance, nor a larger bound of rounding.
  const limit = limitOf(lattice, bound, sqrt(load<f64>(search.whole + (lattice.rows << 3))))
  let positive = Infinity
  if (limit == 0) {
    for (let at: usize = 0; at < lattice.rows << 3; at += 8) {
      const distance = load<f64>(search.whole + at)
      if (distance > 0) positive = min(positive, distance)
    }
  }
  const units = <f64>(1 << (28 - search.bits))
  const scale = min(units / (limit > 0 ? limit : positive), 1e300)
  // Each of two distances is off by at most half a unit a column. Two of the three units more are for the
  // number of the row and for what is cut off here.
  const rounding = limit > bound ? <i32>min((limit - bound) * scale, units) : 0
  search.slack = (lattice.width + 3 + rounding) << search.bits
  clearOwnRow(search)
  const list = listOf(search.nodes, lattice.rows)
  let count: u32 = 0
  let exact = search.exact
  for (let other: u32 = 0; other < lattice.rows; other++, exact += search.stride) {
    if (other == search.row || load<f64>(exact) > limit) continue
    quantiseColumns(search, exact, f64x2.splat(scale), f64x2.splat(units + 64))
    const packed = load<i32>(search.quantised) | other
    put(search.nodes, list, count++, packed, groupColumns(search, other))
  }
  return count
}

/** The row itself has no differences. */
function clearOwnRow(search: Search): void {
  const nothing = i32x4.splat(0)
  for (let group: u32 = 0; group < search.groupCount; group++) {
    v128.store(search.groups + group * search.groupStride + (search.row << 4), nothing)
  }
  v128.store(search.last + (search.row << 5), nothing, 16)
}

function squared(values: v128, own: v128): v128 {
  const difference = f64x2.sub(own, values)
  return f64x2.mul(difference, difference)
}

/** Stores a number for each of eight rows, `stride` bytes apart. */
function storeEight(to: usize, stride: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store_lane<f64>(to, a, 0)
  v128.store_lane<f64>(to + stride, a, 1)
  to += 2 * stride
  v128.store_lane<f64>(to, b, 0)
  v128.store_lane<f64>(to + stride, b, 1)
  to += 2 * stride
  v128.store_lane<f64>(to, c, 0)
  v128.store_lane<f64>(to + stride, c, 1)
  to += 2 * stride
  v128.store_lane<f64>(to, d, 0)
  v128.store_lane<f64>(to + stride, d, 1)
}

/** Quantises a row of `exact`, four numbers at a time. */
function quantiseColumns(search: Search, exact: usize, scale: v128, most: v128): void {
  const magic = f64x2.splat(wholeNumbers)
  const end = exact + search.stride
  let to = search.quantised
  for (; exact < end; exact += 32, to += 16) {
    const low = f64x2.add(f64x2.pmin(most, f64x2.mul(v128.load(exact), scale)), magic)
    const high = f64x2.add(f64x2.pmin(most, f64x2.mul(v128.load(exact, 16), scale)), magic)
    v128.store(to, i32x4.shl(v128.shuffle<i32>(low, high, 0, 2, 4, 6), search.bits))
  }
}

/**
 * Stores the quantised differences of a row for the groups and for the last columns; returns those of the
 * first group.
 */
function groupColumns(search: Search, row: usize): v128 {
  const most: i32 = (1 << 28) + (64 << search.bits)
  let at = search.quantised + (search.stride >> 1) - 12
  const xyz = i32x4.replace_lane(v128.load(at), 3, 0)
  const zyy = v128.shuffle<i32>(xyz, xyz, 3, 2, 1, 1)
  const z = v128.shuffle<i32>(xyz, xyz, 3, 3, 3, 2)
  const last = search.last + (row << 5)
  v128.store(last, i32x4.add(zyy, z))
  v128.store(last, xyz, 16)
  let rest = min(load<i32>(at) + load<i32>(at, 4) + load<i32>(at, 8), most)
  let differences = i32x4.splat(0)
  for (let group = search.groupCount; group > 0; group--) {
    at -= group > 1 ? 12 : search.firstWidth << 2
    differences = i32x4.replace_lane(v128.load(at), 3, rest)
    v128.store(search.groups + (group - 1) * search.groupStride + (row << 4), differences)
    rest = min(rest + load<i32>(at) + load<i32>(at, 4) + load<i32>(at, 8), most)
  }
  return differences
}
