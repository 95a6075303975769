import { Count, boundOf } from './ksg-count'
import { Nearest, boundOfDistances, writeNearest, insertDistance, clearDistances } from './ksg-nearest'
import { Points, columnOf, valueAt } from './ksg-points'
import { Reach } from './ksg-reach'

// All pairs of points, two at a time; a place is a row. Columns are padded to an even number of rows.

/** Finds the k-th nearest neighbours of the rows in a range. */
export function nearestOfPairs(searchAt: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const search = changetype<Nearest>(searchAt)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    let bound = clearDistances(search, row)
    for (let other: u32 = 0; other < rows; other += 2) {
      const pair = distances(all, row, other)
      const near = f64x2.le(pair, f64x2.splat(bound))
      if (!v128.any_true(near)) continue
      const first = f64x2.extract_lane(pair, 0)
      const second = f64x2.extract_lane(pair, 1)
      if (first <= bound && other != row) insertDistance(search, first)
      if (second <= bound && other + 1 != row && other + 1 < rows) insertDistance(search, second)
      bound = boundOfDistances(search)
    }
    writeNearest(search, row)
  }
}

/** Finds how far the neighbours are in both marginal spaces, for the rows in a range. */
export function reachOfPairs(reachAt: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const reach = changetype<Reach>(reachAt)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    let bound = reach.open(all, row, row)
    for (let other: u32 = 0; other < rows; other += 2) {
      const near = f64x2.le(distances(all, row, other), f64x2.splat(bound))
      if (!v128.any_true(near)) continue
      if (i64x2.extract_lane(near, 0)) bound = reach.considerPlace(other, bound)
      if (i64x2.extract_lane(near, 1) && other + 1 < rows) bound = reach.considerPlace(other + 1, bound)
    }
    reach.close(row)
  }
}

/** Counts in a marginal space, for the rows in a range. */
export function countOfPairs(countAt: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const count = changetype<Count>(countAt)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    const bound = boundOf(count, row)
    const within = f64x2.splat(bound)
    let counts = i64x2.splat(0)
    for (let other: u32 = 0; other + 1 < rows; other += 2) {
      counts = i64x2.sub(counts, f64x2.le(distances(all, row, other), within))
    }
    let total = <u32>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1))
    if (rows & 1) total += u32(f64x2.extract_lane(distances(all, row, rows - 1), 0) <= bound)
    // The row itself is at distance 0.
    store<u32>(count.counts + (row << 2), total - u32(0 <= bound))
  }
}

/** The distances of a row to two consecutive others. */
function distances(points: Points, row: u32, other: u32): v128 {
  let greatest = f64x2.splat(0)
  for (let dimension: u32 = 0; dimension < points.dimensions; dimension++) {
    const column = columnOf(points, dimension)
    const others = v128.load(column + ((<usize>other) << 3))
    const difference = f64x2.abs(f64x2.sub(others, f64x2.splat(valueAt(column, row))))
    greatest = f64x2.pmax(greatest, difference)
  }
  return greatest
}
