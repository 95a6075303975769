import { Lattice } from './lattice'
import { kthSmallest } from './lattice-least'
import { Search } from './lattice-search'
import { addLog, addToPlace, countTies } from './lattice-sums'
import { isBeyond, limitOf, looseLimitOf } from './lattice-tolerance'

/**
 * Adds the results of the k nearest of some rows to the sums of a set. The rows and their squared distances
 * are in row order; `workspace` has 16 bytes for each row and 8 for each place. From the nearest row on, rows
 * whose distances equal the smallest of them are tied at that distance, or at 0 if it equals 0.
 */
export function addPlaces(
  lattice: Lattice,
  set: u32,
  search: Search,
  count: u32,
  distances: usize,
  ids: usize,
  workspace: usize,
  absolute: f64,
): void {
  const k = lattice.k
  const kth = kthSmallest(distances, count, k, workspace)
  if (!lattice.target) {
    let farthest: f64 = 0
    for (let place: u32 = 0; place < k; place++) {
      const distance = load<f64>(workspace + (place << 3))
      if (isBeyond(lattice, distance, farthest, absolute)) farthest = distance
    }
    const limit = limitOf(lattice, farthest, absolute)
    let within: u32 = 0
    for (let i: u32 = 0; i < count; i++) within += <u32>(load<f64>(distances + (i << 3)) <= limit)
    addLog(lattice, set, sqrt(farthest))
    countTies(lattice, set, within, farthest)
    return
  }
  const differences = workspace + (count << 3)
  const widest = looseLimitOf(lattice, kth, absolute)
  const within = sortWithin(search, count, distances, ids, widest, workspace, differences)
  let place: u32 = 0
  let group: f64 = 0
  let end: u32 = 0
  while (place < k) {
    const least = load<f64>(workspace + (place << 3))
    if (isBeyond(lattice, least, group, absolute)) group = least
    let farthest = least
    let sum: f64 = 0
    for (end = place; end < within; end++) {
      const distance = load<f64>(workspace + (end << 3))
      if (distance != farthest) {
        if (isBeyond(lattice, distance, group, absolute)) break
        farthest = distance
      }
      sum += load<f64>(differences + (end << 3))
    }
    // Rows of a group are in the order of their own distances, but are summed in theirs.
    if (farthest != least) {
      sum = listInOrder(search, count, distances, ids, least, farthest, differences + (place << 3))
    }
    const shared = sum / <f64>(end - place)
    for (; place < min(end, k); place++) {
      const difference = lattice.shared ? shared : load<f64>(differences + (place << 3))
      addToPlace(lattice, place, set, difference, group)
    }
  }
  countTies(lattice, set, end, group)
}

/** Sorts the rows within a distance by distance, ties by row; returns their number. */
function sortWithin(
  search: Search,
  count: u32,
  distances: usize,
  ids: usize,
  farthest: f64,
  sorted: usize,
  differences: usize,
): u32 {
  let within: usize = 0
  for (let i: u32 = 0; i < count; i++) {
    const distance = load<f64>(distances + (i << 3))
    if (distance > farthest) continue
    const difference = differenceOf(search, ids, i)
    let to = within++ << 3
    for (; to > 0 && load<f64>(sorted + to - 8) > distance; to -= 8) {
      store<f64>(sorted + to, load<f64>(sorted + to - 8))
      store<f64>(differences + to, load<f64>(differences + to - 8))
    }
    store<f64>(sorted + to, distance)
    store<f64>(differences + to, difference)
  }
  return <u32>within
}

/**
 * Lists the squared differences of the rows at some distances in the order of the rows; returns their sum.
 */
function listInOrder(
  search: Search,
  count: u32,
  distances: usize,
  ids: usize,
  from: f64,
  to: f64,
  differences: usize,
): f64 {
  let sum: f64 = 0
  for (let i: u32 = 0; i < count; i++) {
    const distance = load<f64>(distances + (i << 3))
    if (distance < from || distance > to) continue
    const difference = differenceOf(search, ids, i)
    store<f64>(differences, difference)
    differences += 8
    sum += difference
  }
  return sum
}

/** The squared difference in the target of a listed row. */
function differenceOf(search: Search, ids: usize, i: u32): f64 {
  return load<f64>(search.differences + (load<u32>(ids + (i << 2)) << 3))
}
