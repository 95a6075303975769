import { Count, boundOf } from './ksg-count'
import { Nearest, boundOfList, closeList, list, openList } from './ksg-nearest'
import { Points, columnOf, valueAt } from './ksg-points'
import { Reach } from './ksg-reach'

// Every pair of points, two at a time; places are rows. Columns are padded to an even number of rows.

/** The k-th nearest neighbours of the rows in a range. */
export function nearestOfPairs(search: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const asked = changetype<Nearest>(search)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    let bound = openList(asked)
    for (let other: u32 = 0; other < rows; other += 2) {
      const away = distances(all, row, other)
      const near = f64x2.le(away, f64x2.splat(bound))
      if (!v128.any_true(near)) continue
      const first = f64x2.extract_lane(away, 0)
      const second = f64x2.extract_lane(away, 1)
      if (first <= bound && other != row) list(asked, first)
      if (second <= bound && other + 1 != row && other + 1 < rows) list(asked, second)
      bound = boundOfList(asked)
    }
    closeList(asked, row)
  }
}

/** How far the neighbours of the rows in a range lie in both margins. */
export function reachOfPairs(reach: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const asked = changetype<Reach>(reach)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    let bound = asked.open(all, row, row)
    for (let other: u32 = 0; other < rows; other += 2) {
      const near = f64x2.le(distances(all, row, other), f64x2.splat(bound))
      if (!v128.any_true(near)) continue
      if (i64x2.extract_lane(near, 0)) bound = asked.meetPlace(other, bound)
      if (i64x2.extract_lane(near, 1) && other + 1 < rows) bound = asked.meetPlace(other + 1, bound)
    }
    asked.close(row)
  }
}

/** Counts in a margin, for the rows in a range. */
export function countOfPairs(count: usize, points: usize, rows: u32, fromRow: u32, toRow: u32): void {
  const asked = changetype<Count>(count)
  const all = changetype<Points>(points)
  for (let row = fromRow; row < toRow; row++) {
    const bound = boundOf(asked, row)
    const within = f64x2.splat(bound)
    let counts = i64x2.splat(0)
    for (let other: u32 = 0; other + 1 < rows; other += 2) {
      counts = i64x2.sub(counts, f64x2.le(distances(all, row, other), within))
    }
    let total = <u32>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1))
    if (rows & 1) total += u32(f64x2.extract_lane(distances(all, row, rows - 1), 0) <= bound)
    // The row itself lies at distance 0.
    store<u32>(asked.counts + (row << 2), total - u32(0 <= bound))
  }
}

/** The distances of a row to two others that follow one another. */
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
