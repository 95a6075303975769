import { areTied, itemAt, rowOf } from './order-sort'

/**
 * Writes the mid-ranks of sorted rows to `ranks` by row; returns Σ (t³ − t) over the groups of tied values.
 * Weights, 0 for none, count as repeated values.
 */
export function rankRows(items: usize, count: u32, weights: usize, ranks: usize): f64 {
  let below: f64 = 0
  let ties: f64 = 0
  let start: usize = 0
  while (start < count) {
    const first = itemAt(items, start)
    let end = start
    let t: f64 = 0
    while (end < count && areTied(first, itemAt(items, end))) {
      t += weights ? load<f64>(weights + (rowOf(itemAt(items, end)) << 3)) : 1
      end++
    }
    const rank = below + (t + 1) / 2
    for (; start < end; start++) store<f64>(ranks + (rowOf(itemAt(items, start)) << 3), rank)
    below += t
    ties += t * t * t - t
  }
  return ties
}
