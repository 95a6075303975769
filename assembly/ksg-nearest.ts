import { Points, distanceAlong, nextDown, valueAt } from './ksg-points'
import { Found, ended, findNear, foundAt } from './ksg-run'
import { walk } from './ksg-walk'
import { slackOf, toleratedShare } from './nearest-tolerance'

/**
 * A search for nearest neighbours, laid out by the caller as seven numbers of 32 bits: `k`; the number of
 * `others` of each row; `list`, space for k + 1 doubles; `radii`, which gets the distance to the k-th
 * neighbour by row; `tieCounts`, two counters of 32 bits: rows whose k-th neighbour is at distance 0, and
 * rows with more than k others within that distance; `found`; and `slack`, the absolute bound of rounding by
 * row, or 0 if only the same distances are equal. The next 44 bytes are internal.
 */
@unmanaged
export class Nearest {
  k: u32
  others: u32
  list: usize
  radii: usize
  tieCounts: usize
  found: Found
  slack: usize
  place: u32
  points: Points
  usual: f64
  guess: f64
  share: f64
  absolute: f64

  open(points: Points, place: u32, row: u32): f64 {
    this.points = points
    this.place = place
    clearDistances(this, row)
    // Consecutive rows have neighbours at similar distances: start with a guess and widen it only if it was
    // too small.
    this.guess = 1.4 * this.usual
    return this.guess
  }

  scan(pair: u32, direction: u32, bound: f64): f64 {
    const points = this.points
    const here = this.place
    const found = this.found
    while (pair != ended) {
      pair = findNear(found, points, here, pair, direction, bound)
      const count = found.count
      if (count == 0) continue
      for (let i: u32 = 0; i < count; i++)
        insertDistance(this, distanceAlong(points, here, foundAt(found, i)))
      const closer = boundOfDistances(this)
      bound = closer > bound ? bound : closer
    }
    return bound
  }

  close(row: u32): f64 {
    const kth = kthDistance(this)
    if (limitOf(this, kth) > this.guess) {
      this.guess = Infinity
      return clearDistances(this, row)
    }
    this.usual = this.usual == Infinity ? kth : this.usual + 0.25 * (kth - this.usual)
    writeNearest(this, row)
    return 0
  }
}

/**
 * Finds the k-th nearest neighbours among the points of strips `first` to `last` − 1, for the rows in a
 * range.
 */
export function nearestInStrips(
  searchAt: usize,
  points: usize,
  first: u32,
  last: u32,
  fromRow: u32,
  toRow: u32,
): void {
  const search = changetype<Nearest>(searchAt)
  search.usual = Infinity
  walk<Nearest>(search, changetype<Points>(points), first, last, fromRow, toRow)
}

/** Clears the list of the k + 1 smallest distances from a row, and returns the initial search distance. */
export function clearDistances(search: Nearest, row: u32): f64 {
  search.share = search.slack ? toleratedShare : 0
  search.absolute = search.slack ? valueAt(search.slack, row) : 0
  const last = search.list + (search.k << 3)
  for (let at = search.list; at <= last; at += 8) store<f64>(at, Infinity)
  return Infinity
}

/** The k-th distance in the list. */
function kthDistance(search: Nearest): f64 {
  return load<f64>(search.list + (search.k << 3) - 8)
}

/** Inserts a distance: each place keeps the smaller number and passes on the larger, without a branch. */
export function insertDistance(search: Nearest, distance: f64): void {
  const last = search.list + (search.k << 3)
  let left = f64x2.splat(distance)
  for (let at = search.list; at <= last; at += 8) {
    const here = v128.load_splat<f64>(at)
    v128.store_lane<f64>(at, f64x2.pmin(here, left), 0)
    left = f64x2.pmax(here, left)
  }
}

/** The largest distance that equals one. */
function limitOf(search: Nearest, distance: f64): f64 {
  return distance + slackOf(distance, search.share, search.absolute)
}

/**
 * The distance up to which a further row matters: once another row ties with the k-th, only nearer ones do.
 */
export function boundOfDistances(search: Nearest): f64 {
  const last = search.list + (search.k << 3)
  const kth = load<f64>(last - 8)
  const limit = limitOf(search, kth)
  return load<f64>(last) <= limit ? nextDown(kth) : limit
}

/** Writes the result of a row; a distance that equals 0 becomes 0. */
export function writeNearest(search: Nearest, row: u32): void {
  const last = search.list + (search.k << 3)
  const kth = kthDistance(search)
  const isZero = kth <= search.absolute
  store<f64>(search.radii + ((<usize>row) << 3), isZero ? 0 : kth)
  const tieCounts = search.tieCounts
  if (isZero) store<u32>(tieCounts, load<u32>(tieCounts) + 1)
  if (search.others > search.k && load<f64>(last) <= limitOf(search, kth))
    store<u32>(tieCounts, load<u32>(tieCounts, 4) + 1, 4)
}
