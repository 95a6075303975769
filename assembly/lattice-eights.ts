import { Lattice, setCount } from './lattice'
import { resolveTies } from './lattice-ties'
import { after64, marksOf } from './lattice-nodes'
import { Search } from './lattice-search'
import { addLogs } from './lattice-sums'

/**
 * Finds the nearest row in each of the 8 sets of the last three columns. All 8 distances of each marked row
 * are computed at once; where the two smallest differ too little to order them, or the smallest is too close
 * to 0, the set is resolved with exact distances.
 */
export function searchEightSets(
  lattice: Lattice,
  search: Search,
  distances: usize,
  count: u32,
  within: i32,
  size: u32,
  set: u32,
  taken: u32,
): void {
  const numbers = search.numbers
  const last = search.last
  let least0 = i32x4.splat(i32.MAX_VALUE)
  let least1 = least0
  let next0 = least0
  let next1 = least0
  let at = distances
  for (let word: u32 = 0; word < count; word += 64, at = after64(at)) {
    for (let marks = marksOf(at, count - word, i32x4.splat(within)); marks; marks &= marks - 1) {
      const distance = load<i32>(at + ((<usize>ctz(marks)) << 2))
      const added = last + ((distance & numbers) << 5)
      const first = v128.load(added, 16)
      const low = i32x4.add(i32x4.splat(distance), v128.load(added))
      const high = i32x4.add(low, v128.shuffle<i32>(first, first, 0, 0, 0, 0))
      next0 = i32x4.min_s(next0, i32x4.max_s(least0, low))
      next1 = i32x4.min_s(next1, i32x4.max_s(least1, high))
      least0 = i32x4.min_s(least0, low)
      least1 = i32x4.min_s(least1, high)
    }
  }
  const slack = i32x4.splat(search.slack)
  const clear0 = v128.and(i32x4.gt_s(i32x4.sub(next0, least0), slack), i32x4.gt_s(least0, slack))
  const clear1 = v128.and(i32x4.gt_s(i32x4.sub(next1, least1), slack), i32x4.gt_s(least1, slack))
  const clear = i32x4.bitmask(clear0) | (i32x4.bitmask(clear1) << 4)
  const found = search.found
  v128.store(found, least0)
  v128.store(found, least1, 16)
  gatherExact(search, taken)
  if (clear != 0xff) {
    for (let bits: u32 = ~clear & 0xff; bits; bits &= bits - 1) {
      const lane = ctz(bits)
      const members = size + popcnt(lane)
      if (members < max<u32>(lattice.least, 1) || members > lattice.most) continue
      resolveTies(lattice, search, distances, count, within, lane, set + lane, taken)
    }
  }
  const sums = lattice.block + (set << 3)
  const second = sums + (setCount(lattice) << 3)
  if (lattice.target) {
    for (let at: usize = 0; at < 64; at += 16) {
      v128.store(sums + at, f64x2.add(v128.load(sums + at), v128.load(found + at, 32)))
      v128.store(second + at, f64x2.add(v128.load(second + at), v128.load(found + at, 96)))
    }
  } else {
    for (let at: usize = 0; at < 64; at += 16) addLogs(sums + at, second + at, v128.load(found + at, 96))
  }
}

/** Collects the exact distances of the rows found and their squared differences in the target. */
function gatherExact(search: Search, taken: u32): void {
  const found = search.found
  const numbers = search.numbers
  const exact = search.exact
  const stride = search.stride
  const id0 = load<i32>(found) & numbers
  const id1 = load<i32>(found, 4) & numbers
  const id2 = load<i32>(found, 8) & numbers
  const id3 = load<i32>(found, 12) & numbers
  const id4 = load<i32>(found, 16) & numbers
  const id5 = load<i32>(found, 20) & numbers
  const id6 = load<i32>(found, 24) & numbers
  const id7 = load<i32>(found, 28) & numbers
  const differences = search.differences
  v128.store(found, pair(differences + (id0 << 3), differences + (id1 << 3)), 32)
  v128.store(found, pair(differences + (id2 << 3), differences + (id3 << 3)), 48)
  v128.store(found, pair(differences + (id4 << 3), differences + (id5 << 3)), 64)
  v128.store(found, pair(differences + (id6 << 3), differences + (id7 << 3)), 80)
  const row0 = exact + id0 * stride
  const row1 = exact + id1 * stride
  const row2 = exact + id2 * stride
  const row3 = exact + id3 * stride
  const row4 = exact + id4 * stride
  const row5 = exact + id5 * stride
  const row6 = exact + id6 * stride
  const row7 = exact + id7 * stride
  let sum01 = pair(row0, row1)
  let sum23 = pair(row2, row3)
  let sum45 = pair(row4, row5)
  let sum67 = pair(row6, row7)
  const end = search.path + (taken << 2)
  for (let step = search.path; step < end; step += 4) {
    const at: usize = load<u32>(step)
    sum01 = f64x2.add(sum01, pair(row0 + at, row1 + at))
    sum23 = f64x2.add(sum23, pair(row2 + at, row3 + at))
    sum45 = f64x2.add(sum45, pair(row4 + at, row5 + at))
    sum67 = f64x2.add(sum67, pair(row6 + at, row7 + at))
  }
  // The last three columns in order; the highest bit of a set's number is the first of them.
  let at: usize = stride - 24
  sum45 = f64x2.add(sum45, pair(row4 + at, row5 + at))
  sum67 = f64x2.add(sum67, pair(row6 + at, row7 + at))
  at += 8
  sum23 = f64x2.add(sum23, pair(row2 + at, row3 + at))
  sum67 = f64x2.add(sum67, pair(row6 + at, row7 + at))
  at += 8
  const none = f64x2.splat(0)
  v128.store(found, f64x2.add(sum01, v128.load_lane<f64>(row1 + at, none, 1)), 96)
  v128.store(found, f64x2.add(sum23, v128.load_lane<f64>(row3 + at, none, 1)), 112)
  v128.store(found, f64x2.add(sum45, v128.load_lane<f64>(row5 + at, none, 1)), 128)
  v128.store(found, f64x2.add(sum67, v128.load_lane<f64>(row7 + at, none, 1)), 144)
}

function pair(low: usize, high: usize): v128 {
  return v128.load_lane<f64>(high, v128.load_splat<f64>(low), 1)
}
