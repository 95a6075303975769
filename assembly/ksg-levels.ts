import { Nearest } from './ksg-nearest'
import { valueAt } from './ksg-points'
import { slackOf, toleratedShare } from './nearest-tolerance'

/**
 * Splits an order of rows by level, keeping the order within each level. `places` holds the first place of
 * each level; afterwards, the place after its last row.
 */
export function splitOrderByLevel(order: usize, levels: usize, rows: u32, places: usize, split: usize): void {
  for (let at: usize = 0; at < rows; at++) {
    const row = load<u32>(order + (at << 2))
    const slot = places + (load<u32>(levels + (row << 2)) << 2)
    const place = load<u32>(slot)
    store<u32>(slot, place + 1)
    store<u32>(split + (place << 2), row)
  }
}

/**
 * Finds the distance to the k-th nearest neighbour on a line, for the rows in a range. `sorted` holds the
 * ascending values of the rows in `order`, preceded by k + 1 values of −Infinity and followed by k + 2 of
 * Infinity.
 */
export function nearestOnLine(
  searchAt: usize,
  sorted: usize,
  order: usize,
  rows: u32,
  fromRow: u32,
  toRow: u32,
): void {
  const search = changetype<Nearest>(searchAt)
  const k = search.k
  for (let place: u32 = 0; place < rows; place += 2) {
    const at = sorted + ((<usize>place) << 3)
    const radii = narrowest(at, k)
    // Another row ties with the k-th only if the narrowest window with one more is no wider.
    const more = search.others > k ? narrowest(at, k + 1) : f64x2.splat(NaN)
    const row = load<u32>(order + (place << 2))
    if (row >= fromRow && row < toRow) {
      write(search, row, f64x2.extract_lane(radii, 0), f64x2.extract_lane(more, 0))
    }
    if (place + 1 == rows) break
    const next = load<u32>(order + (place << 2), 4)
    if (next >= fromRow && next < toRow) {
      write(search, next, f64x2.extract_lane(radii, 1), f64x2.extract_lane(more, 1))
    }
  }
}

/** For two consecutive numbers: the smallest reach of a window that contains the number and k others. */
function narrowest(at: usize, k: u32): v128 {
  const values = v128.load(at)
  let radii = f64x2.splat(Infinity)
  for (let before: u32 = 0; before <= k; before++) {
    const below = f64x2.sub(values, v128.load(at - ((<usize>before) << 3)))
    const above = f64x2.sub(v128.load(at + ((<usize>(k - before)) << 3)), values)
    radii = f64x2.pmin(radii, f64x2.pmax(below, above))
  }
  return radii
}

function write(search: Nearest, row: u32, radius: f64, next: f64): void {
  const tieCounts = search.tieCounts
  const absolute = search.slack ? valueAt(search.slack, row) : 0
  const limit = radius + slackOf(radius, search.slack ? toleratedShare : 0, absolute)
  const isZero = radius <= absolute
  store<f64>(search.radii + ((<usize>row) << 3), isZero ? 0 : radius)
  store<u32>(tieCounts, load<u32>(tieCounts) + u32(isZero))
  store<u32>(tieCounts, load<u32>(tieCounts, 4) + u32(next <= limit), 4)
}
