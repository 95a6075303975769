/**
 * Strips divide points by one value, `across`; laid out by the caller. Strip s holds the places from
 * `starts[s]` up to two before `starts[s + 1]`; two empty places precede and follow each strip. Its values
 * across are between `lows[s]` and `highs[s]`; equal values are in one strip.
 */
@unmanaged
export class Strips {
  starts: usize
  lows: usize
  highs: usize
}

/**
 * Rows as points, laid out by the caller as ten numbers of 32 bits. `columns` has the address of each of
 * `dimensions` columns of coordinates; the distance of two points is the largest difference of a coordinate
 * (Chebyshev).
 *
 * In strips the points are reordered: `rowAt` is the row at each place. Each strip is sorted by the value
 * `along`, which is NaN around it; `others` has the addresses of the other columns. `cursors` has 32 bits for
 * each strip. Rows that are not in strips use only `dimensions` and `columns`.
 */
@unmanaged
export class Points extends Strips {
  dimensions: u32
  columns: usize
  others: usize
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

/** The distance of two points in the coordinates `from` … `to` − 1. */
export function distance(points: Points, from: u32, to: u32, a: u32, b: u32): f64 {
  let greatest = f64x2.splat(0)
  for (let dimension = from; dimension < to; dimension++) {
    greatest = f64x2.pmax(greatest, difference(columnOf(points, dimension), a, b))
  }
  return f64x2.extract_lane(greatest, 0)
}

/** The distance of two places in strips; NaN if the other one is outside its strip. */
export function distanceAlong(points: Points, here: u32, other: u32): f64 {
  let greatest = difference(points.along, here, other)
  const last = points.others + (points.dimensions - 1) * sizeof<usize>()
  for (let column = points.others; column < last; column += sizeof<usize>()) {
    greatest = f64x2.pmax(greatest, difference(load<usize>(column), here, other))
  }
  return f64x2.extract_lane(greatest, 0)
}

/** A difference, in both lanes: vector minima need no branch. */
function difference(column: usize, a: u32, b: u32): v128 {
  return f64x2.abs(f64x2.sub(splatAt(column, a), splatAt(column, b)))
}

function splatAt(column: usize, place: u32): v128 {
  return v128.load_splat<f64>(column + ((<usize>place) << 3))
}

/** The largest number below a non-negative one; NaN for 0, so that no comparison with it is true. */
export function nextDown(value: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(value) - 1)
}
