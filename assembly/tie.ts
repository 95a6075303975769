/**
 * Writes four numbers: how many values are less than one of them, how many are at most that, the largest that
 * is less (−∞ if none is), and the smallest that is greater (∞).
 */
export function tieOf(values: usize, count: usize, value: f64, to: usize): void {
  const x = f64x2.splat(value)
  const lowest = f64x2.splat(-Infinity)
  const highest = f64x2.splat(Infinity)
  let below = i64x2.splat(0)
  let above = i64x2.splat(0)
  let before = lowest
  let after = highest
  const end = values + (count << 3)
  for (let at = values; at < end; at += 16) {
    // The last of an odd number is paired with the value itself.
    const v = at + 8 < end ? v128.load(at) : f64x2.replace_lane(f64x2.splat(load<f64>(at)), 1, value)
    const less = f64x2.lt(v, x)
    const greater = f64x2.gt(v, x)
    below = i64x2.sub(below, less)
    above = i64x2.sub(above, greater)
    before = f64x2.pmax(before, v128.bitselect(v, lowest, less))
    after = f64x2.pmin(after, v128.bitselect(v, highest, greater))
  }
  const greater = i64x2.extract_lane(above, 0) + i64x2.extract_lane(above, 1)
  store<f64>(to, <f64>(i64x2.extract_lane(below, 0) + i64x2.extract_lane(below, 1)))
  store<f64>(to, <f64>(<i64>count - greater), 8)
  store<f64>(to, max(f64x2.extract_lane(before, 0), f64x2.extract_lane(before, 1)), 16)
  store<f64>(to, min(f64x2.extract_lane(after, 0), f64x2.extract_lane(after, 1)), 24)
}
