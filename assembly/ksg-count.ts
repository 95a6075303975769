import { Points, nextDown, valueAt } from './ksg-points'
import { countNear } from './ksg-run'
import { walk } from './ksg-walk'

/**
 * Counts the other rows within each row's radius, or strictly nearer unless `isClosed`. The caller lays out three
 * numbers of 32 bits: `isClosed`, `radii` and `counts`, which gets 32 bits for each row. The next 12 bytes are
 * internal.
 */
@unmanaged
export class Count {
  isClosed: u32
  radii: usize
  counts: usize
  place: u32
  points: Points
  count: u32

  open(points: Points, place: u32, row: u32): f64 {
    this.points = points
    this.place = place
    this.count = 0
    return boundOf(this, row)
  }

  scan(pair: u32, direction: u32, bound: f64): f64 {
    this.count += countNear(this.points, this.place, pair, direction, bound)
    return bound
  }

  close(row: u32): f64 {
    store<u32>(this.counts + (row << 2), this.count)
    return 0
  }
}

/** The largest distance that counts; NaN if none does. */
export function boundOf(count: Count, row: u32): f64 {
  const radius = valueAt(count.radii, row)
  return count.isClosed ? radius : nextDown(radius)
}

/** Counts in a marginal space of several columns, for the rows in a range. */
export function countInStrips(
  count: usize,
  points: usize,
  first: u32,
  last: u32,
  fromRow: u32,
  toRow: u32,
): void {
  walk<Count>(changetype<Count>(count), changetype<Points>(points), first, last, fromRow, toRow)
}
