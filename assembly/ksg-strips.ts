import { Points, Strips, endOf, startOf, valueAt } from './ksg-points'

/**
 * Divides the points from place `from` to `to` − 1 of an order into strips of about `size`, numbered from
 * `strip` on; equal values stay together. `sorted` holds the values in that order. `stripOf` gets the strip
 * of each row. Returns the next strip.
 */
export function cutStrips(
  strips: usize,
  order: usize,
  sorted: usize,
  from: u32,
  to: u32,
  size: u32,
  strip: u32,
  stripOf: usize,
): u32 {
  const cut = changetype<Strips>(strips)
  while (from < to) {
    const end = endOfStrip(sorted, from, to, size)
    store<u32>(cut.starts + (strip << 2), from + 2 * strip + 2)
    store<f64>(cut.lows + ((<usize>strip) << 3), valueAt(sorted, from))
    store<f64>(cut.highs + ((<usize>strip) << 3), valueAt(sorted, end - 1))
    for (; from < end; from++) store<u32>(stripOf + (load<u32>(order + (from << 2)) << 2), strip)
    strip++
  }
  store<u32>(cut.starts + (strip << 2), to + 2 * strip + 2)
  return strip
}

/** Equal values stay in one strip: the strip ends before them, or takes them all if it would be empty. */
function endOfStrip(sorted: usize, from: u32, to: u32, size: u32): u32 {
  if (to - from <= size) return to
  let end = from + size
  const last = valueAt(sorted, end - 1)
  if (valueAt(sorted, end) != last) return end
  let first = end - 1
  while (first > from && valueAt(sorted, first - 1) == last) first--
  if (first > from) return first
  while (end < to && valueAt(sorted, end) == last) end++
  return end
}

/** Fills the strips with rows, sorted by the value along. */
export function fillStrips(points: usize, strips: u32, orderAlong: usize, stripOf: usize, rows: u32): void {
  const filled = changetype<Points>(points)
  memory.copy(filled.cursors, filled.starts, strips << 2)
  for (let at: usize = 0; at < rows; at++) {
    const row = load<u32>(orderAlong + (at << 2))
    const cursor = filled.cursors + (load<u32>(stripOf + (row << 2)) << 2)
    const place = load<u32>(cursor)
    store<u32>(cursor, place + 1)
    store<u32>(filled.rowAt + (place << 2), row)
  }
}

/** Copies a column in the order of the strips, with NaN around each strip. */
export function gatherStrips(points: usize, strips: u32, values: usize, gathered: usize): void {
  const filled = changetype<Points>(points)
  const nothing = f64x2.splat(NaN)
  v128.store(gathered, nothing)
  for (let strip: u32 = 0; strip < strips; strip++) {
    const start = startOf(filled, strip)
    const end = endOf(filled, strip)
    gatherColumn(values, filled.rowAt + (start << 2), end - start, gathered + ((<usize>start) << 3))
    v128.store(gathered + ((<usize>end) << 3), nothing)
  }
}

/** Copies a column in another order. */
export function gatherColumn(values: usize, rowAt: usize, rows: u32, gathered: usize): void {
  for (let at: usize = 0; at < rows; at++) {
    const row = load<u32>(rowAt + (at << 2))
    store<f64>(gathered + (at << 3), load<f64>(values + ((<usize>row) << 3)))
  }
}

/** The distance of a strip from a value across. */
export function gapTo(strips: Strips, strip: u32, value: f64): f64 {
  const below = valueAt(strips.lows, strip) - value
  const above = value - valueAt(strips.highs, strip)
  return below > above ? below : above
}

/**
 * The first place of a strip whose value along is at least `value`. Successive values must ascend from the
 * one for which the cursor was opened.
 */
export function advance(points: Points, strip: u32, value: f64): u32 {
  const cursor = points.cursors + (strip << 2)
  const end = endOf(points, strip)
  let place = load<u32>(cursor)
  while (place < end && valueAt(points.along, place) < value) place++
  store<u32>(cursor, place)
  return place
}

export function openCursor(points: Points, strip: u32): void {
  store<u32>(points.cursors + (strip << 2), startOf(points, strip))
}
