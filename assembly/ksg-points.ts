/**
 * Strips part points by one value, `across`, as the caller lays them out: strip s holds the places from `starts[s]` up to
 * two before `starts[s + 1]`; the two places before a strip and the two after it hold no points. Its values across lie
 * between `lows[s]` and `highs[s]`, equal values in one strip.
 */
@unmanaged
export class Strips {
  starts: usize
  lows: usize
  highs: usize
}

/**
 * Rows as points, as the caller lays them out, ten numbers of 32 bits. `columns` has the address of each column of
 * coordinates, `dimensions` of them; the distance of two points is the greatest difference of a coordinate (Chebyshev).
 *
 * In strips, the points lie in another order than the rows: `rowAt` tells the row at each place. Each strip is ordered
 * by the value `along`, and around it that is NaN; `beside` has the addresses of the other columns. `cursors` has a number
 * of 32 bits for each strip. Rows as they are have no strips: only `dimensions` and `columns` are read.
 */
@unmanaged
export class Points extends Strips {
  dimensions: u32
  columns: usize
  beside: usize
  rowAt: usize
  across: usize
  along: usize
  cursors: usize
}

/** The column of one coordinate. */
export function columnOf(points: Points, dimension: u32): usize {
  return load<usize>(points.columns + dimension * sizeof<usize>())
}

/** The first place of a strip. */
export function startOf(strips: Strips, strip: u32): u32 {
  return load<u32>(strips.starts + (strip << 2))
}

/** The place after the last of a strip. */
export function endOf(strips: Strips, strip: u32): u32 {
  return load<u32>(strips.starts + (strip << 2), 4) - 2
}

export function valueAt(column: usize, place: u32): f64 {
  return load<f64>(column + ((<usize>place) << 3))
}

/** The distance of two points in some of their coordinates. */
export function distance(points: Points, from: u32, to: u32, a: u32, b: u32): f64 {
  let greatest = f64x2.splat(0)
  for (let dimension = from; dimension < to; dimension++) {
    greatest = f64x2.pmax(greatest, difference(columnOf(points, dimension), a, b))
  }
  return f64x2.extract_lane(greatest, 0)
}

/** The distance of two places in strips; NaN if the other is beyond its strip. */
export function distanceAlong(points: Points, here: u32, other: u32): f64 {
  let greatest = difference(points.along, here, other)
  const last = points.beside + (points.dimensions - 1) * sizeof<usize>()
  for (let column = points.beside; column < last; column += sizeof<usize>()) {
    greatest = f64x2.pmax(greatest, difference(load<usize>(column), here, other))
  }
  return f64x2.extract_lane(greatest, 0)
}

/** One difference, in both lanes: choosing between lanes takes no branch. */
function difference(column: usize, a: u32, b: u32): v128 {
  return f64x2.abs(f64x2.sub(splatAt(column, a), splatAt(column, b)))
}

function splatAt(column: usize, place: u32): v128 {
  return v128.load_splat<f64>(column + ((<usize>place) << 3))
}

/** The greatest number less than one that is not negative; NaN for 0, and nothing is at most NaN. */
export function nextDown(value: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(value) - 1)
}
