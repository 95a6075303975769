import { Coded } from './coded'
import { countPair, countPairWeighted } from './pairs'

/**
 * Entropy sums of one column with each of several: for each 6 numbers of 64-bit floating point at `out`: n, the high and
 * the low part of Σ count·log₂ count, the cells that hold a row, Σ count², and how many counts were left over. `high` and
 * `low` are tables of count·log₂ count for counts below `tabled`; greater counts are left to the caller, written to
 * `rest` in order. `weights` has one for each row, or is 0 where each counts once. Returns how many.
 */
export function pairEntropies(
  a: usize,
  others: usize,
  count: u32,
  rows: u32,
  stride: usize,
  weights: usize,
  cells: usize,
  high: usize,
  low: usize,
  tabled: u32,
  out: usize,
  rest: usize,
): u32 {
  let left: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const b = load<usize>(others + i * sizeof<usize>())
    const table = changetype<Coded>(a).count * changetype<Coded>(b).count
    const to = out + i * 48
    const over = rest + (left << 3)
    if (weights) {
      countPairWeighted(a, b, rows, weights, cells)
      left += sum<f64>(cells, table, high, low, tabled, to, over)
    } else {
      countPair(a, b, rows, stride, cells)
      left += sum<u32>(cells, table, high, low, tabled, to, over)
    }
  }
  return left
}

/** The six numbers of one table. */
export function sum<T>(
  cells: usize,
  count: u32,
  high: usize,
  low: usize,
  tabled: u32,
  out: usize,
  rest: usize,
): u32 {
  let n: f64 = 0
  let sumHigh: f64 = 0
  let sumLow: f64 = 0
  let occupied: f64 = 0
  let squares: f64 = 0
  let left: u32 = 0
  for (let cell: u32 = 0; cell < count; cell++) {
    const rows = load<T>(cells + cell * sizeof<T>())
    if (!rows) continue
    const weight = <f64>rows
    n += weight
    occupied += 1
    squares += weight * weight
    const whole = <u32>rows
    if (whole < tabled && <f64>whole == weight) {
      sumHigh += load<f64>(high + (whole << 3))
      sumLow += load<f64>(low + (whole << 3))
    } else {
      store<f64>(rest + (left << 3), weight)
      left++
    }
  }
  store<f64>(out, n)
  store<f64>(out, sumHigh, 8)
  store<f64>(out, sumLow, 16)
  store<f64>(out, occupied, 24)
  store<f64>(out, squares, 32)
  store<f64>(out, left, 40)
  return left
}
