import { Points, distance, valueAt } from './ksg-points'
import { Found, ended, findNear, foundAt } from './ksg-run'
import { walk } from './ksg-walk'

/**
 * How far the neighbours within each row's radius are in two marginal spaces, the first `split` coordinates and the
 * others. The caller lays out five numbers of 32 bits: `split`, `radii`, `first` and `second`, which get the largest
 * distances by row, and `found`. The next 36 bytes are internal.
 */
@unmanaged
export class Reach {
  split: u32
  radii: usize
  first: usize
  second: usize
  found: Found
  place: u32
  points: Points
  radius: f64
  inFirst: f64
  inSecond: f64

  open(points: Points, place: u32, row: u32): f64 {
    this.points = points
    this.place = place
    this.radius = valueAt(this.radii, row)
    this.inFirst = 0
    this.inSecond = 0
    return this.radius
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
    if (first > this.inFirst) this.inFirst = first
    if (second > this.inSecond) this.inSecond = second
    return this.currentBound()
  }

  /** NaN as soon as no other row can be farther. */
  currentBound(): f64 {
    return this.inFirst == this.radius && this.inSecond == this.radius ? NaN : this.radius
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
