import { Lattice } from './lattice'
import { addPlaces } from './lattice-ranks'
import { after64, marksOf } from './lattice-nodes'
import { Search } from './lattice-search'
import { exactDistance } from './lattice-ties'

/**
 * Finds the k nearest rows in each of the 8 sets of the last three columns. All 8 quantised distances of
 * every row within a distance are computed at once; rows that are, or may be, among the k nearest of a set
 * get their exact distance.
 */
export function searchEightSetsForK(
  lattice: Lattice,
  search: Search,
  distances: usize,
  count: u32,
  within: i32,
  size: u32,
  set: u32,
  taken: u32,
): void {
  const smallest = search.places
  const last = smallest + ((lattice.k - 1) << 5)
  const eights = last + 32
  for (let at = smallest; at < eights; at += 16) v128.store(at, i32x4.splat(i32.MAX_VALUE))
  let end = eights
  for (let word: u32 = 0; word < count; word += 64, distances = after64(distances)) {
    for (let marks = marksOf(distances, count - word, i32x4.splat(within)); marks; marks &= marks - 1) {
      const distance = load<i32>(distances + ((<usize>ctz(marks)) << 2))
      const added = search.last + ((distance & search.numbers) << 5)
      const first = v128.load(added, 16)
      const low = i32x4.add(i32x4.splat(distance), v128.load(added))
      const high = i32x4.add(low, v128.shuffle<i32>(first, first, 0, 0, 0, 0))
      v128.store(end, low)
      v128.store(end, high, 16)
      end += 32
      keepEight(smallest, last, low, high)
    }
  }
  const lists = end
  const near: usize = (end - eights) >> 5
  const counts = lists + 96 * near
  memory.fill(counts, 0, 32)
  const wanted = wantedSets(lattice, size)
  const low = limitOf(search, v128.load(last))
  const high = limitOf(search, v128.load(last, 16))
  for (let at = eights; at < end; at += 32) {
    const lows = i32x4.bitmask(i32x4.le_s(v128.load(at), low))
    const highs = i32x4.bitmask(i32x4.le_s(v128.load(at, 16), high))
    for (let lanes = (lows | (highs << 4)) & wanted; lanes; lanes &= lanes - 1) {
      const lane = <u32>ctz(lanes)
      const other: usize = load<i32>(at) & search.numbers
      const found = load<u32>(counts + (lane << 2))
      store<u32>(counts + (lane << 2), found + 1)
      const list = lists + lane * 12 * near
      store<f64>(list + (found << 3), exactDistance(search, other, lane, taken))
      store<u32>(list + (near << 3) + (found << 2), <u32>other)
    }
  }
  for (let lanes = wanted; lanes; lanes &= lanes - 1) {
    const lane = <u32>ctz(lanes)
    const list = lists + lane * 12 * near
    const found = load<u32>(counts + (lane << 2))
    const absolute = sqrt(exactDistance(search, lattice.rows, lane, taken))
    addPlaces(lattice, set + lane, search, found, list, list + (near << 3), counts + 32, absolute)
  }
}

/** Inserts the 8 distances of a row into the k smallest so far of each set; 32 bytes a place. */
function keepEight(smallest: usize, last: usize, low: v128, high: v128): void {
  const isLow = i32x4.lt_s(low, v128.load(last))
  if (!v128.any_true(v128.or(isLow, i32x4.lt_s(high, v128.load(last, 16))))) return
  for (let at = smallest; at <= last; at += 32) {
    const low0 = v128.load(at)
    const high0 = v128.load(at, 16)
    v128.store(at, i32x4.min_s(low0, low))
    v128.store(at, i32x4.min_s(high0, high), 16)
    low = i32x4.max_s(low0, low)
    high = i32x4.max_s(high0, high)
  }
}

/** A bit for each of the 8 sets, of `size` members before the last three columns, that has a wanted size. */
function wantedSets(lattice: Lattice, size: u32): i32 {
  let wanted = 0
  for (let lane = 0; lane < 8; lane++) {
    const members = size + popcnt<u32>(lane)
    wanted |= i32(members >= max<u32>(lattice.least, 1) && members <= lattice.most) << lane
  }
  return wanted
}

/** The limits beyond which a quantised distance is larger for certain. */
function limitOf(search: Search, distances: v128): v128 {
  return i32x4.add(v128.or(distances, i32x4.splat(search.numbers)), i32x4.splat(search.slack))
}
