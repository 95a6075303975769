import { Lattice } from './lattice'
import { after64, marksOf } from './lattice-nodes'
import { Search } from './lattice-search'
import { countTies } from './lattice-sums'
import { isBeyond, limitOf, looseLimitOf } from './lattice-tolerance'

/**
 * Finds the nearest rows in one of the 8 sets of the last columns by exact distances, and replaces the
 * approximate result.
 */
export function resolveTies(
  lattice: Lattice,
  search: Search,
  distances: usize,
  count: u32,
  within: i32,
  lane: u32,
  set: u32,
  taken: u32,
): void {
  const limit = (load<i32>(search.found + (lane << 2)) | search.numbers) + search.slack
  const absolute = sqrt(exactDistance(search, lattice.rows, lane, taken))
  let least = Infinity
  let farthest = Infinity
  // Lists the rows that may be tied: a distance and a row number of 32 bits each.
  let end = search.places
  for (let word: u32 = 0; word < count; word += 64, distances = after64(distances)) {
    for (let marks = marksOf(distances, count - word, i32x4.splat(within)); marks; marks &= marks - 1) {
      const distance = load<i32>(distances + ((<usize>ctz(marks)) << 2))
      const row = distance & search.numbers
      const last = search.last + (row << 5)
      const added = load<i32>(last + ((lane & 3) << 2)) + (lane & 4 ? load<i32>(last, 16) : 0)
      if (distance + added > limit) continue
      const exact = exactDistance(search, row, lane, taken)
      if (exact > farthest) continue
      if (exact < least) {
        least = exact
        farthest = looseLimitOf(lattice, least, absolute)
      }
      store<f64>(end, exact)
      store<u32>(end, row, 8)
      end += 16
    }
  }
  if (!isBeyond(lattice, least, 0, absolute)) least = 0
  farthest = limitOf(lattice, least, absolute)
  let sum: f64 = 0
  let tied: u32 = 0
  for (let at = search.places; at < end; at += 16) {
    if (load<f64>(at) > farthest) continue
    if (!tied || lattice.shared) sum += load<f64>(search.differences + (load<u32>(at, 8) << 3))
    tied++
  }
  store<f64>(search.found + (lane << 3), lattice.shared ? sum / <f64>tied : sum, 32)
  store<f64>(search.found + (lane << 3), least, 96)
  countTies(lattice, set, tied, least)
}

/** The exact distance of a row in a set; squared differences are summed in the order of the columns. */
export function exactDistance(search: Search, row: usize, lane: u32, taken: u32): f64 {
  const exact = search.exact + row * search.stride
  let distance = load<f64>(exact)
  for (let i: u32 = 0; i < taken; i++) {
    distance += load<f64>(exact + load<u32>(search.path + (i << 2)))
  }
  const last = exact + search.stride
  if (lane & 4) distance += load<f64>(last - 24)
  if (lane & 2) distance += load<f64>(last - 16)
  if (lane & 1) distance += load<f64>(last - 8)
  return distance
}
