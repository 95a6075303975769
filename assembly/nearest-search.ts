import { selectSmallest, sortByDistance, sortRows } from './nearest-sort'

/**
 * A search for the k nearest other rows, one row after the other, laid out by the caller: first the input, then
 * workspace, then the result for the current row. `best` has space for 2k doubles, `distances` for a double and `found`
 * and `ties` for 32 bits a row; `bits` has a bit for each row, all 0, padded to a multiple of 64.
 */
@unmanaged
export class Search {
  /** The distance to the k-th of the rows found so far. */
  bound: f64
  rows: u32
  k: u32
  /** The rows whose neighbours are wanted. */
  from: u32
  to: u32
  /** A number for each row, or 0 if only distances are wanted. */
  target: usize
  /** Whether the first of rows tied at a place gets it; otherwise they share it. */
  first: u32
  /** Whether distances are squared. */
  squared: u32
  values: usize
  marks: usize
  best: usize
  distances: usize
  found: usize
  ties: usize
  bits: usize
  /** The number of values in `best`. */
  kept: u32
  /**
   * The number of rows in `found`; after `finishSearch`, those nearer than the bound, and in `ties` those at the bound.
   */
  count: u32
  tied: u32
}

/** Above this k, the bound is updated after every k nearer rows, not after each. */
const mostKeptInOrder: u32 = 20

/** Starts the search for a row; only rows within `bound` count. */
export function beginRow(search: Search, bound: f64): void {
  search.count = 0
  search.bound = bound
  search.kept = 0
  if (search.k > mostKeptInOrder) return
  const end = search.best + (search.k << 3)
  for (let at = search.best; at < end; at += 8) store<f64>(at, bound)
}

/** Adds a row within the bound. */
export function addNeighbour(search: Search, distance: f64, row: u32): void {
  store<f64>(search.distances + (search.count << 3), distance)
  store<u32>(search.found + (search.count << 2), row)
  search.count++
  if (distance >= search.bound) return
  if (search.k > mostKeptInOrder) {
    store<f64>(search.best + (search.kept << 3), distance)
    if (++search.kept == search.k << 1) tighten(search)
    return
  }
  let at = search.best + ((search.k - 1) << 3)
  while (at > search.best && load<f64>(at - 8) > distance) {
    store<f64>(at, load<f64>(at - 8))
    at -= 8
  }
  store<f64>(at, distance)
  search.bound = load<f64>(search.best + ((search.k - 1) << 3))
}

/** Keeps the k smallest values. */
function tighten(search: Search): void {
  search.bound = selectSmallest(search.best, search.kept, search.k)
  search.kept = search.k
}

/** Keeps the rows found within the bound: nearer ones sorted by distance and row, tied ones by row. */
export function finishSearch(search: Search): void {
  if (search.kept >= search.k) tighten(search)
  const bound = search.bound
  const ties = search.ties
  let nearer: u32 = 0
  let tied: u32 = 0
  let isAscending = true
  let last: u32 = 0
  for (let i: u32 = 0; i < search.count; i++) {
    const distance = load<f64>(search.distances + (i << 3))
    if (distance > bound) continue
    const row = load<u32>(search.found + (i << 2))
    if (distance < bound) {
      store<f64>(search.distances + (nearer << 3), distance)
      store<u32>(search.found + (nearer++ << 2), row)
    } else {
      isAscending = isAscending && row >= last
      last = row
      store<u32>(ties + (tied++ << 2), row)
    }
  }
  sortByDistance(search.distances, search.found, nearer)
  search.count = nearer
  search.tied = tied
  if (!isAscending) sortRows(ties, tied, search.bits, search.rows)
}
