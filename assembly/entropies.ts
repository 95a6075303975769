import { Coded } from './coded'
import { countPair, countPairWeighted } from './pairs'

/** What every call of a job has in common, as the caller lays it out, nine numbers of 32 bits. */
@unmanaged
export class Counting {
  rows: u32
  /** Bytes of a bit plane. */
  stride: usize
  /** A weight for each row, or 0 where each counts once. */
  weights: usize
  /** Room for the greatest table; see `countPair`. */
  cells: usize
  /** Tables of the two parts of count·log₂ count, for counts below `tabled`. */
  high: usize
  low: usize
  tabled: u32
  /**
   * Gets five numbers for each pair: n, the high and the low part of Σ count·log₂ count, the cells that hold a row, and how
   * many counts are beyond the tables. Their logarithms are left to the caller.
   */
  sums: usize
  /** Gets those counts, pair after pair. */
  rest: usize
}

/** Entropy sums of one column with each of several, whose addresses stand at `others`; returns how many counts are left. */
export function pairEntropies(counting: usize, a: usize, others: usize, count: u32): u32 {
  const given = changetype<Counting>(counting)
  let left: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const b = load<usize>(others + i * sizeof<usize>())
    const table = changetype<Coded>(a).count * changetype<Coded>(b).count
    const sums = given.sums + i * 40
    const rest = given.rest + (left << 3)
    if (given.weights) {
      countPairWeighted(a, b, given.rows, given.weights, given.cells)
      left += sum<f64>(given, given.cells, table, sums, rest)
    } else {
      countPair(a, b, given.rows, given.stride, given.cells)
      left += sum<u32>(given, given.cells, table, sums, rest)
    }
  }
  return left
}

/** Sums over the cells of a table that stands somewhere, counts of type `T`. */
export function sum<T>(counting: Counting, cells: usize, table: u32, sums: usize, rest: usize): u32 {
  const high = counting.high
  const low = counting.low
  const tabled = counting.tabled
  let n: f64 = 0
  let sumHigh: f64 = 0
  let sumLow: f64 = 0
  let occupied: f64 = 0
  let left: u32 = 0
  for (let cell: u32 = 0; cell < table; cell++) {
    const rows = load<T>(cells + cell * sizeof<T>())
    if (!rows) continue
    const weight = <f64>rows
    n += weight
    occupied += 1
    const whole = <u32>rows
    if (whole < tabled && <f64>whole == weight) {
      sumHigh += load<f64>(high + (whole << 3))
      sumLow += load<f64>(low + (whole << 3))
    } else {
      store<f64>(rest + (left << 3), weight)
      left++
    }
  }
  store<f64>(sums, n)
  store<f64>(sums, sumHigh, 8)
  store<f64>(sums, sumLow, 16)
  store<f64>(sums, occupied, 24)
  store<f64>(sums, left, 32)
  return left
}
