import { Points, nextDown, valueAt } from './ksg-points'
import { countNear } from './ksg-run'
import { walk } from './ksg-walk'
import { slackOf, toleratedShare } from './nearest-tolerance'

/**
 * Counts the other rows within each row's radius, or strictly nearer unless `isClosed`. The caller lays out
 * four numbers of 32 bits: `isClosed`, `radii`, `counts`, which gets 32 bits for each row, and `slack`, the
 * absolute bound of rounding by row, or 0 if only the same distances are equal. The next 12 bytes are
 * internal.
 */
@unmanaged
export class Count {
  isClosed: u32
  radii: usize
  counts: usize
  slack: usize
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
  const slack = count.slack ? slackOf(radius, toleratedShare, valueAt(count.slack, row)) : 0
  return count.isClosed ? radius + slack : nextDown(max(radius - slack, 0))
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
