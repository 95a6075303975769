import { Points, distanceAlong } from './ksg-points'
import { Found, ended, findNear, foundAt } from './ksg-run'
import { walk } from './ksg-walk'

/**
 * A search for nearest neighbours as the caller lays it out, six numbers of 32 bits: `k`, how many `others` each row
 * has, `list` with room for k + 1 numbers of 64 bits, `radii`, which gets the distance to the k-th neighbour by row, and
 * `tally`: the two numbers of 32 bits there grow by the rows whose k-th neighbour is at distance 0 and by the rows of
 * which more than k others are within that distance; and `found`. Another 24 bytes are the kernel's own.
 */
@unmanaged
export class Nearest {
  k: u32
  others: u32
  list: usize
  radii: usize
  tally: usize
  found: Found
  place: u32
  points: Points
  usual: f64
  guess: f64

  open(points: Points, place: u32, _row: u32): f64 {
    this.points = points
    this.place = place
    openList(this)
    // Rows that follow one another have neighbours about as far: what lies much farther is looked at only if it must.
    this.guess = 1.4 * this.usual
    return this.guess
  }

  see(pair: u32, direction: u32, bound: f64): f64 {
    const points = this.points
    const here = this.place
    const found = this.found
    while (pair != ended) {
      pair = findNear(found, points, here, pair, direction, bound)
      const count = found.count
      if (count == 0) continue
      for (let i: u32 = 0; i < count; i++) list(this, distanceAlong(points, here, foundAt(found, i)))
      const listed = boundOfList(this)
      bound = listed > bound ? bound : listed
    }
    return bound
  }

  close(row: u32): f64 {
    const kth = kthOf(this)
    if (kth > this.guess) {
      this.guess = Infinity
      return openList(this)
    }
    this.usual = this.usual == Infinity ? kth : this.usual + 0.25 * (kth - this.usual)
    closeList(this, row)
    return 0
  }
}

/** Finds the k-th nearest neighbours among the points of strips `first` up to `last`, for the rows in a range. */
export function nearestInStrips(
  search: usize,
  points: usize,
  first: u32,
  last: u32,
  fromRow: u32,
  toRow: u32,
): void {
  const asked = changetype<Nearest>(search)
  asked.usual = Infinity
  walk<Nearest>(asked, changetype<Points>(points), first, last, fromRow, toRow)
}

/** Empties the list of the k + 1 least distances, and says to what distance another is of interest. */
export function openList(search: Nearest): f64 {
  const last = search.list + (search.k << 3)
  for (let at = search.list; at <= last; at += 8) store<f64>(at, Infinity)
  return Infinity
}

/** The k-th distance listed. */
function kthOf(search: Nearest): f64 {
  return load<f64>(search.list + (search.k << 3) - 8)
}

/** Takes in a distance: each place of the list takes the lesser number and hands on the greater, without a branch. */
export function list(search: Nearest, away: f64): void {
  const last = search.list + (search.k << 3)
  let left = f64x2.splat(away)
  for (let at = search.list; at <= last; at += 8) {
    const here = v128.load_splat<f64>(at)
    v128.store_lane<f64>(at, f64x2.pmin(here, left), 0)
    left = f64x2.pmax(here, left)
  }
}

/** To what distance another is of interest: where another row is as near as the k-th, only nearer ones are. */
export function boundOfList(search: Nearest): f64 {
  const last = search.list + (search.k << 3)
  const kth = load<u64>(last - 8)
  // The next number down is one less as an integer.
  return reinterpret<f64>(kth - u64(kth == load<u64>(last)))
}

/** Writes what was found. */
export function closeList(search: Nearest, row: u32): void {
  const last = search.list + (search.k << 3)
  const kth = kthOf(search)
  store<f64>(search.radii + ((<usize>row) << 3), kth)
  const tally = search.tally
  if (kth == 0) store<u32>(tally, load<u32>(tally) + 1)
  if (search.others > search.k && kth == load<f64>(last)) store<u32>(tally, load<u32>(tally, 4) + 1, 4)
}
