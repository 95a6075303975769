import { Lattice } from './lattice'
import { after64, marksOf } from './lattice-nodes'
import { Search } from './lattice-search'
import { countTies } from './lattice-sums'

/**
 * Finds the nearest rows in one of the 8 sets of the last columns by exact distances, and replaces the approximate
 * result.
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
  let least = Infinity
  let sum: f64 = 0
  let tied: u32 = 0
  for (let word: u32 = 0; word < count; word += 64, distances = after64(distances)) {
    for (let marks = marksOf(distances, count - word, i32x4.splat(within)); marks; marks &= marks - 1) {
      const distance = load<i32>(distances + ((<usize>ctz(marks)) << 2))
      const row = distance & search.numbers
      const last = search.last + (row << 5)
      const added = load<i32>(last + ((lane & 3) << 2)) + (lane & 4 ? load<i32>(last, 16) : 0)
      if (distance + added > limit) continue
      const exact = exactDistance(search, row, lane, taken)
      if (exact > least) continue
      if (exact < least) {
        least = exact
        sum = 0
        tied = 0
      }
      if (!tied || lattice.shared) sum += load<f64>(search.differences + (row << 3))
      tied++
    }
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
