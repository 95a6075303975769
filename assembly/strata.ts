import { Coded, planeCount } from './coded'
import { Counting, sum } from './entropies'
import { countPlanes } from './pairs'
import { countMargins, fillPlanes } from './planes'

/** Rows sorted by the levels of a column: how many there are of each, their bytes in a bit plane, and which they are. */
@unmanaged
class Strata {
  count: u32
  rows: usize
  bytes: usize
  order: usize
}

/**
 * Packs a column, whose levels stand at `from` by row, a byte each, into bit planes with its rows by strata, and counts
 * the bits of each plane in each stratum. The column's codes are the place where they are sorted.
 */
export function packStrata(column: usize, from: usize, strata: usize, stride: usize): void {
  const coded = changetype<Coded>(column)
  const shape = changetype<Strata>(strata)
  let order = shape.order
  let to = coded.codes
  for (let stratum: u32 = 0; stratum < shape.count; stratum++) {
    const rows = load<u32>(shape.rows + (stratum << 2))
    for (let row: u32 = 0; row < rows; row++) {
      store<u8>(to + row, load<u8>(from + load<u32>(order + (row << 2))))
    }
    order += rows << 2
    to += load<u32>(shape.bytes + (stratum << 2)) << 3
  }
  fillPlanes(coded, stride)
  let at: usize = 0
  for (let stratum: u32 = 0; stratum < shape.count; stratum++) {
    const bytes = load<u32>(shape.bytes + (stratum << 2))
    countMargins(coded, at, bytes, stride, coded.margins + ((stratum * planeCount(coded)) << 2))
    at += bytes
  }
}

/**
 * Entropy sums of one column with each of several, and of both with the strata: for each of the others twice the numbers of
 * `pairEntropies`. Counted is within each stratum, so that its rows alone are looked at; without strata is the sum of those
 * tables. The columns have planes and no holes. There is room for the cells of all strata and one table more. Where
 * `isAlone` the second numbers are left as they were, but for how many counts are left over: none.
 */
export function strataEntropies(
  counting: usize,
  strata: usize,
  a: usize,
  others: usize,
  count: u32,
  isAlone: bool,
): u32 {
  const given = changetype<Counting>(counting)
  const shape = changetype<Strata>(strata)
  const left = changetype<Coded>(a)
  let over: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const right = changetype<Coded>(load<usize>(others + i * sizeof<usize>()))
    const table = left.count * right.count
    const pooled = given.cells + ((table * shape.count) << 2)
    memory.fill(pooled, 0, table << 2)
    let from: usize = 0
    for (let stratum: u32 = 0; stratum < shape.count; stratum++) {
      const bytes = load<u32>(shape.bytes + (stratum << 2))
      const marginsA = left.margins + ((stratum * planeCount(left)) << 2)
      const marginsB = right.margins + ((stratum * planeCount(right)) << 2)
      const own = given.cells + ((stratum * table) << 2)
      const rows = load<u32>(shape.rows + (stratum << 2))
      countPlanes(left, right, from, bytes, given.stride, marginsA, marginsB, rows, own)
      for (let cell: u32 = 0; cell < table << 2; cell += 4) {
        store<u32>(pooled + cell, load<u32>(pooled + cell) + load<u32>(own + cell))
      }
      from += bytes
    }
    const sums = given.sums + i * 96
    over += sum<u32>(given, pooled, table, sums, given.rest + (over << 3))
    if (isAlone) store<f64>(sums, 0, 88)
    else over += sum<u32>(given, given.cells, table * shape.count, sums + 48, given.rest + (over << 3))
  }
  return over
}
