import { Nearest, boundOfDistances, clearDistances, insertDistance, writeNearest } from './ksg-nearest'
import { valueAt } from './ksg-points'
import { walkPlane } from './ksg-plane'
import { Windows, distances } from './ksg-windows'

/** A search for the k-th nearest neighbour in a plane, k ≤ 3. */
@unmanaged
export class NearestInPlane extends Nearest {
  searchWindow(windows: Windows, place: u32, begin: u32, end: u32, row: u32): f64 {
    clearDistances(this, row)
    return nearestInWindow(this, windows, place, begin, end)
  }

  consider(acrossDistance: f64, alongDistance: f64, bound: f64): f64 {
    const distance = alongDistance > acrossDistance ? alongDistance : acrossDistance
    if (!(distance <= bound)) return bound
    insertDistance(this, distance)
    return boundOfDistances(this)
  }

  finish(row: u32): void {
    writeNearest(this, row)
  }
}

/** Finds the k-th nearest neighbours of the rows in a range. */
export function nearestInPlane(searchAt: usize, windows: usize, count: u32, fromRow: u32, toRow: u32): void {
  const search = changetype<NearestInPlane>(searchAt)
  walkPlane<NearestInPlane>(search, changetype<Windows>(windows), count, fromRow, toRow)
}

/**
 * Lists the k + 1 smallest distances in a window, and returns the distance up to which further rows matter.
 */
function nearestInWindow(search: Nearest, windows: Windows, place: u32, begin: u32, end: u32): f64 {
  const across = windows.across
  const along = windows.along
  const a = f64x2.splat(valueAt(across, place))
  const b = f64x2.splat(valueAt(along, place))
  let up = (<usize>(place + 1)) << 3
  let down = (<usize>(place - 2)) << 3
  const last = (<usize>end) << 3
  const first = (<usize>(begin - 2)) << 3
  // Each lane keeps its four smallest distances, ascending; it starts with four places.
  const up0 = distances(across, along, up, a, b)
  const down0 = distances(across, along, down, a, b)
  up = up + 16 < last ? up + 16 : last
  down = down > first + 16 ? down - 16 : first
  const up1 = distances(across, along, up, a, b)
  const down1 = distances(across, along, down, a, b)
  const low0 = f64x2.pmin(up0, down0)
  const high0 = f64x2.pmax(up0, down0)
  const low1 = f64x2.pmin(up1, down1)
  const high1 = f64x2.pmax(up1, down1)
  let least0 = f64x2.pmin(low0, low1)
  const middle0 = f64x2.pmax(low0, low1)
  const middle1 = f64x2.pmin(high0, high1)
  let least1 = f64x2.pmin(middle0, middle1)
  let least2 = f64x2.pmax(middle0, middle1)
  let least3 = f64x2.pmax(high0, high1)
  for (;;) {
    up = up + 16 < last ? up + 16 : last
    down = down > first + 16 ? down - 16 : first
    // At least four distances are at most the larger of the two second-smallest; distances not below the
    // fourth change nothing.
    const enough = f64x2.pmax(least1, v128.shuffle<f64>(least1, least1, 1, 0))
    const ends = v128.load_lane<f64>(along + down + 8, v128.load_zero<f64>(along + up), 1)
    if (!v128.any_true(f64x2.lt(f64x2.abs(f64x2.sub(ends, b)), enough))) break
    const above = distances(across, along, up, a, b)
    const below = distances(across, along, down, a, b)
    // Merges two ascending lists of four, the second padded with infinity, and keeps the four smallest,
    // sorted.
    const third = f64x2.pmin(least2, f64x2.pmax(above, below))
    const fourth = f64x2.pmin(least3, f64x2.pmin(above, below))
    const even = f64x2.pmin(least0, third)
    const odd = f64x2.pmin(least1, fourth)
    const lateEven = f64x2.pmax(least0, third)
    const lateOdd = f64x2.pmax(least1, fourth)
    least0 = f64x2.pmin(even, odd)
    least1 = f64x2.pmax(even, odd)
    least2 = f64x2.pmin(lateEven, lateOdd)
    least3 = f64x2.pmax(lateEven, lateOdd)
  }
  return writeSmallestFour(search, least0, least1, least2, least3)
}

/** Writes the four smallest of two ascending lists of four, one in each lane. */
function writeSmallestFour(search: Nearest, least0: v128, least1: v128, least2: v128, least3: v128): f64 {
  const outer = f64x2.pmin(least0, v128.shuffle<f64>(least3, least3, 1, 0))
  const inner = f64x2.pmin(least1, v128.shuffle<f64>(least2, least2, 1, 0))
  const lower = f64x2.pmin(outer, inner)
  const upper = f64x2.pmax(outer, inner)
  const otherLower = v128.shuffle<f64>(lower, lower, 1, 0)
  const otherUpper = v128.shuffle<f64>(upper, upper, 1, 0)
  const middle0 = f64x2.pmax(lower, otherLower)
  const middle1 = f64x2.pmin(upper, otherUpper)
  const list = search.list
  v128.store_lane<f64>(list, f64x2.pmin(lower, otherLower), 0)
  v128.store_lane<f64>(list, f64x2.pmin(middle0, middle1), 0, 8)
  v128.store_lane<f64>(list, f64x2.pmax(middle0, middle1), 0, 16)
  v128.store_lane<f64>(list, f64x2.pmax(upper, otherUpper), 0, 24)
  return boundOfDistances(search)
}
