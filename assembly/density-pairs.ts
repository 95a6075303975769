import { coefficient, powerOf } from './density-power'

/**
 * Sums over pairs of rows; each pair is computed once and added to both rows. Points are stored column by
 * column, `stride` numbers each (even, above `rows`), NaN after the last row. The rows from … to − 1 add
 * their terms with all later rows to `stride` sums, always in the same order, so equal input gives equal
 * bits.
 */

/**
 * Adds exp(−scale × squared distance) to the first `stride` sums. Each of the further `bandwidths` − 1 blocks
 * of sums, `stride` numbers apart, gets the square of the term of the block before, as if the scale were
 * doubled. Squares below 10⁻³⁰⁰ count as 0. `table` comes from `fillPowers`; `scratch` has 16 bytes for each
 * bandwidth.
 */
export function addPowers(
  points: usize,
  stride: u32,
  columns: u32,
  rows: u32,
  from: u32,
  to: u32,
  scale: f64,
  table: usize,
  sums: usize,
  bandwidths: u32,
  scratch: usize,
): void {
  const step: usize = stride << 3
  const end = points + step * columns
  const lastSums = sums + step * bandwidths
  const least = f64x2.splat(1e-150)
  const factor = f64x2.splat(scale * 184.66496523378731)
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  for (let row = from; row < to; row++) {
    const here: usize = row << 3
    memory.fill(scratch, 0, bandwidths << 4)
    for (let other: usize = here + 8, last: usize = rows << 3; other < last; other += 16) {
      let squares = f64x2(0, 0)
      for (let column = points; column < end; column += step) {
        const difference = f64x2.sub(v128.load(column + other), v128.load64_splat(column + here))
        squares = f64x2.add(squares, f64x2.mul(difference, difference))
      }
      let power = powerOf(f64x2.mul(factor, squares), table, a, b, c, d, wholes, most)
      let sum = scratch
      for (let at = sums; at < lastSums; at += step) {
        v128.store(sum, f64x2.add(v128.load(sum), power))
        v128.store(at + other, f64x2.add(v128.load(at + other), power))
        // Subnormal numbers are slow.
        power = v128.and(power, f64x2.gt(power, least))
        power = f64x2.mul(power, power)
        sum += 16
      }
    }
    let sum = scratch
    for (let at = sums; at < lastSums; at += step) {
      addBoth(at + here, v128.load(sum))
      sum += 16
    }
  }
}

/** Adds 1 for each pair of rows that differ by at most `reaches[c]` in every column c. */
export function addNear(
  points: usize,
  stride: u32,
  columns: u32,
  rows: u32,
  from: u32,
  to: u32,
  reaches: usize,
  sums: usize,
): void {
  const step: usize = stride << 3
  const end = points + step * columns
  const one = f64x2(1, 1)
  for (let row = from; row < to; row++) {
    const here: usize = row << 3
    let sum = f64x2(0, 0)
    for (let other: usize = here + 8, last: usize = rows << 3; other < last; other += 16) {
      let near = one
      let reach = reaches
      for (let column = points; column < end; column += step) {
        const difference = f64x2.sub(v128.load(column + other), v128.load64_splat(column + here))
        near = v128.and(near, f64x2.le(f64x2.abs(difference), v128.load64_splat(reach)))
        reach += 8
      }
      sum = f64x2.add(sum, near)
      v128.store(sums + other, f64x2.add(v128.load(sums + other), near))
    }
    addBoth(sums + here, sum)
  }
}

/** Adds both lanes to the number at an address. */
function addBoth(to: usize, sum: v128): void {
  store<f64>(to, load<f64>(to) + (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)))
}
