import { selectSmallest, sortByDistance, sortRows } from './nearest-sort'
import { limitOfSquare, looseExtra, looseSpread, slackOf, toleratedShare } from './nearest-tolerance'

/**
 * A search for the k nearest other rows, one row after the other, laid out by the caller: first the input,
 * then workspace, then the result for the current row. `best` has space for 2k doubles, `distances` and
 * `tieDistances` for a double and `found` and `ties` for 32 bits a row; `bits` has a bit for each row, all 0,
 * padded to a multiple of 64.
 */
@unmanaged
export class Search {
  /** Beyond this distance no row equals the k-th of those found so far. */
  bound: f64
  /** The distance to the k-th of the rows found so far. */
  kth: f64
  /** The bounds of the rounding of distances from the current row. */
  share: f64
  absolute: f64
  spread: f64
  extra: f64
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
  tieDistances: usize
  /** For each row the absolute bound of rounding, or 0 if only the same distances are equal. */
  slack: usize
  /** The number of values in `best`. */
  kept: u32
  /**
   * The number of rows in `found`; after `finishSearch`, those nearer than the bound, and in `ties` those at
   * the bound.
   */
  count: u32
  tied: u32
}

/** Above this k, the bound is updated after every k nearer rows, not after each. */
const mostKeptInOrder: u32 = 20

/** Starts the search for a row; only rows at most `kth` away count. */
export function beginRow(search: Search, row: u32, kth: f64): void {
  setRow(search, row)
  setKth(search, kth)
  search.kept = 0
  if (search.k > mostKeptInOrder) return
  const end = search.best + (search.k << 3)
  for (let at = search.best; at < end; at += 8) store<f64>(at, kth)
}

/** Makes a row the current one, without neighbours. */
export function setRow(search: Search, row: u32): void {
  search.count = 0
  const isTolerant = search.slack != 0
  search.share = isTolerant ? toleratedShare : 0
  search.absolute = isTolerant ? load<f64>(search.slack + (row << 3)) : 0
  search.spread = isTolerant ? looseSpread : 1
  search.extra = looseExtra(search.absolute, search.squared != 0)
}

/** Changes the distance to the k-th of the rows found so far, and with it the bound. */
export function setKth(search: Search, kth: f64): void {
  search.kth = kth
  search.bound = looseLimitOf(search, kth)
}

/** No less than `limitOf`, and faster. */
function looseLimitOf(search: Search, distance: f64): f64 {
  return distance * search.spread + search.extra
}

/** The largest distance that equals one. */
function limitOf(search: Search, distance: f64): f64 {
  return search.squared
    ? limitOfSquare(distance, search.share, search.absolute)
    : distance + slackOf(distance, search.share, search.absolute)
}

/** Adds a row within the bound. */
export function addNeighbour(search: Search, distance: f64, row: u32): void {
  store<f64>(search.distances + (search.count << 3), distance)
  store<u32>(search.found + (search.count << 2), row)
  search.count++
  if (distance >= search.kth) return
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
  setKth(search, load<f64>(search.best + ((search.k - 1) << 3)))
}

/** Keeps the k smallest values. */
function tighten(search: Search): void {
  setKth(search, selectSmallest(search.best, search.kept, search.k))
  search.kept = search.k
}

/**
 * Keeps the rows found within the bound: nearer ones sorted by distance and row, tied ones by row. Equal
 * distances become the same number.
 */
export function finishSearch(search: Search): void {
  if (search.kept >= search.k) tighten(search)
  const kth = search.kth
  // Without further rows the limit does not matter.
  const limit = search.share > 0 && search.count > search.k ? limitOf(search, kth) : kth
  const ties = search.ties
  let nearer: u32 = 0
  let tied: u32 = 0
  let isAscending = true
  let last: u32 = 0
  for (let i: u32 = 0; i < search.count; i++) {
    const distance = load<f64>(search.distances + (i << 3))
    if (distance > limit) continue
    const row = load<u32>(search.found + (i << 2))
    if (distance < kth) {
      store<f64>(search.distances + (nearer << 3), distance)
      store<u32>(search.found + (nearer++ << 2), row)
    } else {
      isAscending = isAscending && row >= last
      last = row
      store<f64>(search.tieDistances + (tied << 3), distance)
      store<u32>(ties + (tied++ << 2), row)
    }
  }
  sortByDistance(search.distances, search.found, nearer)
  search.count = nearer
  search.tied = tied
  const isJoined = search.share > 0 && joinEqual(search)
  if (isJoined || !isAscending) sortRows(ties, search.tied, search.bits, search.rows)
}

/**
 * Gives equal distances the smallest of them, or 0 if that one equals 0. From the nearest row on, a group are
 * all rows that equal its first one; rows in the group of the k-th become tied. Returns whether there are
 * such rows.
 */
function joinEqual(search: Search): bool {
  const distances = search.distances
  const count = search.count
  let first: f64 = 0
  let start: u32 = 0
  let isChanged = false
  for (let i: u32 = 0; i < count; i++) {
    const distance = load<f64>(distances + (i << 3))
    if (distance > looseLimitOf(search, first) || distance > limitOf(search, first)) {
      first = distance
      start = i
    } else if (distance != first) {
      store<f64>(distances + (i << 3), first)
      isChanged = true
    }
  }
  const isJoined = search.kth <= looseLimitOf(search, first) && search.kth <= limitOf(search, first)
  if (isJoined) {
    search.kth = first
    keepTies(search, limitOf(search, first))
    for (let i = start; i < count; i++) {
      store<u32>(search.ties + (search.tied++ << 2), load<u32>(search.found + (i << 2)))
    }
    search.count = start
  }
  // Rows of a group are in the order of their own distances.
  if (isChanged) sortByDistance(distances, search.found, search.count)
  return isJoined && start < count
}

/** Keeps the tied rows within a limit. */
function keepTies(search: Search, limit: f64): void {
  let kept: u32 = 0
  for (let i: u32 = 0; i < search.tied; i++) {
    if (load<f64>(search.tieDistances + (i << 3)) > limit) continue
    store<u32>(search.ties + (kept++ << 2), load<u32>(search.ties + (i << 2)))
  }
  search.tied = kept
}
