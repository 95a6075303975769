import { Coded } from './coded'
import { areTied, itemAt } from './order-sort'
import { countPair, countPairWeighted } from './pairs'

/** The input shared by all calls of a job, laid out by the caller as nine numbers of 32 bits. */
@unmanaged
export class Counting {
  rows: u32
  /** Bytes of a bit plane. */
  stride: usize
  /** A weight for each row, or 0 where each counts once. */
  weights: usize
  /** Space for the largest table; see `countPair`. */
  cells: usize
  /** High and low parts of count·log₂ count, for counts below `tabled`. */
  high: usize
  low: usize
  tabled: u32
  /**
   * Output, five numbers for each pair: n, the high and the low part of Σ count·log₂ count, the number of
   * non-empty cells, and the number of counts that are not in the tables. The caller adds the logarithms of
   * those.
   */
  sums: usize
  /** Output: those counts, pair after pair. */
  untabled: usize
}

/**
 * Entropy sums of one column with each of several, whose addresses are at `others`; returns the number of
 * counts that are not in the tables.
 */
export function pairEntropies(counting: usize, a: usize, others: usize, count: u32): u32 {
  const input = changetype<Counting>(counting)
  let untabledCount: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const b = load<usize>(others + i * sizeof<usize>())
    const table = changetype<Coded>(a).count * changetype<Coded>(b).count
    const sums = input.sums + i * 40
    const untabled = input.untabled + (untabledCount << 3)
    if (input.weights) {
      countPairWeighted(a, b, input.rows, input.weights, input.cells)
      untabledCount += sum<f64>(input, input.cells, table, sums, untabled)
    } else {
      countPair(a, b, input.rows, input.stride, input.cells)
      untabledCount += sum<u32>(input, input.cells, table, sums, untabled)
    }
  }
  return untabledCount
}

/**
 * Entropy sums of one column with each of several, with and without a further column: `product` has a code for
 * each combination of the column's levels and the `by` levels of the further one, which is complete. The tables
 * without it are added up from those with it, whose sums go to `counting2`. Rows count once.
 */
export function pairEntropiesWithAndWithout(
  counting: usize,
  counting2: usize,
  product: usize,
  by: u32,
  others: usize,
  count: u32,
): void {
  const input = changetype<Counting>(counting)
  const more = changetype<Counting>(counting2)
  const cells = input.cells
  let untabled = input.untabled
  let untabledWith = more.untabled
  for (let i: u32 = 0; i < count; i++) {
    const b = load<usize>(others + i * sizeof<usize>())
    const across = changetype<Coded>(b).count
    const table = changetype<Coded>(product).count * across
    countPair(product, b, input.rows, input.stride, cells)
    untabledWith += sum<u32>(more, cells, table, more.sums + i * 40, untabledWith) << 3
    addUp(cells, table / (by * across), by, across)
    untabled += sum<u32>(input, cells, table / by, input.sums + i * 40, untabled) << 3
  }
}

/** Adds up a table over the second of its three axes, in place. */
function addUp(cells: usize, first: u32, second: u32, third: u32): void {
  for (let i: u32 = 0; i < first; i++) {
    const to = cells + ((i * third) << 2)
    const from = cells + ((i * second * third) << 2)
    if (to != from) memory.copy(to, from, third << 2)
    for (let j: u32 = 1; j < second; j++) {
      const line = from + ((j * third) << 2)
      for (let at: u32 = 0; at < third << 2; at += 4) {
        store<u32>(to + at, load<u32>(to + at) + load<u32>(line + at))
      }
    }
  }
}

/**
 * Entropy sums of a column of numbers, each value a level, from its sorted rows; `cells` has space for a
 * count of 32 bits for each row. Returns the number of counts that are not in the tables.
 */
export function valueEntropy(counting: usize, items: usize, count: u32): u32 {
  const input = changetype<Counting>(counting)
  let values: u32 = 0
  for (let at: u32 = 0; at < count; values++) {
    const first = itemAt(items, at)
    const from = at++
    while (at < count && areTied(first, itemAt(items, at))) at++
    store<u32>(input.cells + (values << 2), at - from)
  }
  return sum<u32>(input, input.cells, values, input.sums, input.untabled)
}

/** Sums over the cells of a table, counts of type `T`. */
export function sum<T>(counting: Counting, cells: usize, table: u32, sums: usize, untabled: usize): u32 {
  const high = counting.high
  const low = counting.low
  const tabled = counting.tabled
  let n: f64 = 0
  let sumHigh: f64 = 0
  let sumLow: f64 = 0
  let occupied: f64 = 0
  let untabledCount: u32 = 0
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
      store<f64>(untabled + (untabledCount << 3), weight)
      untabledCount++
    }
  }
  store<f64>(sums, n)
  store<f64>(sums, sumHigh, 8)
  store<f64>(sums, sumLow, 16)
  store<f64>(sums, occupied, 24)
  store<f64>(sums, untabledCount, 32)
  return untabledCount
}
