import { Points, distance, valueAt } from './ksg-points'
import { Found, ended, findNear, foundAt } from './ksg-run'
import { walk } from './ksg-walk'
import { slackOf, toleratedShare } from './nearest-tolerance'

/**
 * How far the neighbours within each row's radius are in two marginal spaces, the first `split` coordinates
 * and the others. The caller lays out six numbers of 32 bits: `split`, `radii`, `first` and `second`, which
 * get the largest distances by row, `found`, and `slack`, the absolute bound of rounding by row, or 0 if only
 * the same distances are equal. The next 40 bytes are internal. A neighbour at a distance that equals the
 * radius counts as no farther.
 */
@unmanaged
export class Reach {
  split: u32
  radii: usize
  first: usize
  second: usize
  found: Found
  slack: usize
  place: u32
  points: Points
  radius: f64
  limit: f64
  inFirst: f64
  inSecond: f64

  open(points: Points, place: u32, row: u32): f64 {
    this.points = points
    this.place = place
    this.start(row)
    return this.limit
  }

  start(row: u32): void {
    const radius = valueAt(this.radii, row)
    this.radius = radius
    this.limit = radius
    // No neighbour at a distance that equals 0 is farther in a marginal space.
    if (this.slack && radius > 0) this.limit += slackOf(radius, toleratedShare, valueAt(this.slack, row))
    this.inFirst = 0
    this.inSecond = 0
  }

  scan(pair: u32, direction: u32, bound: f64): f64 {
    const found = this.found
    while (pair != ended) {
      pair = findNear(found, this.points, this.place, pair, direction, bound)
      const count = found.count
      for (let i: u32 = 0; i < count; i++) bound = this.considerPlace(foundAt(found, i), bound)
    }
    return bound
  }

  considerPlace(place: u32, bound: f64): f64 {
    const points = this.points
    const first = distance(points, 0, this.split, this.place, place)
    const second = distance(points, this.split, points.dimensions, this.place, place)
    if (!(first <= bound) || !(second <= bound)) return bound
    return this.add(first, second)
  }

  /** Adds a neighbour by its distances in both marginal spaces. */
  add(first: f64, second: f64): f64 {
    this.inFirst = max(this.inFirst, min(first, this.radius))
    this.inSecond = max(this.inSecond, min(second, this.radius))
    return this.currentBound()
  }

  /** NaN as soon as no other row can be farther. */
  currentBound(): f64 {
    return this.inFirst == this.radius && this.inSecond == this.radius ? NaN : this.limit
  }

  close(row: u32): f64 {
    store<f64>(this.first + ((<usize>row) << 3), this.inFirst)
    store<f64>(this.second + ((<usize>row) << 3), this.inSecond)
    return 0
  }
}

/** Finds how far the neighbours are in both marginal spaces, for the rows in a range. */
export function reachInStrips(
  reach: usize,
  points: usize,
  first: u32,
  last: u32,
  fromRow: u32,
  toRow: u32,
): void {
  walk<Reach>(changetype<Reach>(reach), changetype<Points>(points), first, last, fromRow, toRow)
}
