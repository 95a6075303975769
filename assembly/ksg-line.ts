import { Count, boundOf } from './ksg-count'
import { padding } from './ksg-order'
import { valueAt } from './ksg-points'

/**
 * Counts in a marginal space of one column, sorted by `sortColumn`, for the rows in a range. Two rows are
 * searched in parallel because each step of a search depends on the one before.
 */
export function countOnLine(
  countAt: usize,
  sorted: usize,
  order: usize,
  rows: u32,
  fromRow: u32,
  toRow: u32,
): void {
  const count = changetype<Count>(countAt)
  const counts = count.counts
  const end = sorted + ((<usize>rows) << 3)
  let widest: usize = 8
  let place = nextPlace(order, 0, rows, fromRow, toRow)
  while (place < rows) {
    // With an odd number of rows, the last one is searched twice.
    const next = nextPlace(order, place + 1, rows, fromRow, toRow)
    const other = next < rows ? next : place
    const rowA = load<u32>(order + (place << 2))
    const rowB = load<u32>(order + (other << 2))
    const boundA = boundOf(count, rowA)
    const boundB = boundOf(count, rowB)
    const valueA = valueAt(sorted, place)
    const valueB = valueAt(sorted, other)
    const atA = sorted + ((<usize>place) << 3)
    const atB = sorted + ((<usize>other) << 3)
    let belowA = atA
    let belowB = atB
    let aboveA = atA
    let aboveB = atB
    let reached: usize = 0
    // Consecutive rows have similar counts, so the search starts with the step width of the last rows.
    for (;;) {
      // Rounded differences are monotone in the values, so the binary search can compare the differences
      // themselves.
      let step = widest
      for (; step > padding << 3; step >>= 1) {
        belowA = stepDown(sorted, belowA, step, valueA, boundA)
        aboveA = stepUp(end, aboveA, step, valueA, boundA)
        belowB = stepDown(sorted, belowB, step, valueB, boundB)
        aboveB = stepUp(end, aboveB, step, valueB, boundB)
      }
      for (; step >= 8; step >>= 1) {
        const lowerA = belowA - step
        const lowerB = belowB - step
        const upperA = aboveA + step
        const upperB = aboveB + step
        belowA = valueA - load<f64>(lowerA) <= boundA ? lowerA : belowA
        belowB = valueB - load<f64>(lowerB) <= boundB ? lowerB : belowB
        aboveA = load<f64>(upperA) - valueA <= boundA ? upperA : aboveA
        aboveB = load<f64>(upperB) - valueB <= boundB ? upperB : aboveB
      }
      reached = max(max(atA - belowA, aboveA - atA), max(atB - belowB, aboveB - atB))
      if (reached < 2 * widest - 8) break
      widest <<= 1
    }
    if (reached < widest >> 1 && widest > 8) widest >>= 1
    store<u32>(counts + (rowA << 2), <u32>((aboveA - belowA) >> 3))
    store<u32>(counts + (rowB << 2), <u32>((aboveB - belowB) >> 3))
    place = nextPlace(order, other + 1, rows, fromRow, toRow)
  }
}

/** The next place of a row in the range, or the number of rows. */
function nextPlace(order: usize, place: u32, rows: u32, fromRow: u32, toRow: u32): u32 {
  for (; place < rows; place++) {
    const row = load<u32>(order + (place << 2))
    if (row >= fromRow && row < toRow) break
  }
  return place
}

/** A step that may leave the padded column. */
function stepDown(sorted: usize, at: usize, step: usize, value: f64, bound: f64): usize {
  if (at - sorted < step) return at
  return value - load<f64>(at - step) <= bound ? at - step : at
}

function stepUp(end: usize, at: usize, step: usize, value: f64, bound: f64): usize {
  if (end - at <= step) return at
  return load<f64>(at + step) - value <= bound ? at + step : at
}
