import { endOf, startOf, valueAt } from './ksg-points'
import { Windows, windowEnd, windowStart } from './ksg-windows'

/**
 * Visits each point of a plane whose row is in a range. The visitor searches the window around the point's
 * strip and returns the distance up to which other points matter; if that reaches beyond the window, further
 * windows are scanned outwards.
 */
export function walkPlane<T>(visitor: T, windows: Windows, count: u32, fromRow: u32, toRow: u32): void {
  for (let strip: u32 = 0; strip < count; strip++) {
    const begin = windowStart(windows, strip + 1)
    const end = windowEnd(windows, strip + 1)
    const low = strip > 1 ? valueAt(windows.highs, strip - 2) : NaN
    const high = strip + 2 < count ? valueAt(windows.lows, strip + 2) : NaN
    const last = endOf(windows, strip)
    for (let order = startOf(windows, strip); order < last; order++) {
      const row = load<u32>(windows.rowAt + (order << 2))
      if (row < fromRow || row >= toRow) continue
      const place = load<u32>(windows.placeOf + (order << 2))
      const bound = visitor.searchWindow(windows, place, begin, end, row)
      const across = valueAt(windows.across, place)
      if (across - low <= bound || high - across <= bound)
        scanOtherWindows<T>(visitor, windows, count, strip, across, valueAt(windows.along, place), bound)
      visitor.finish(row)
    }
  }
}

/** Scans the windows beyond the one around a strip: every third, as each covers three strips. */
function scanOtherWindows<T>(
  visitor: T,
  windows: Windows,
  count: u32,
  strip: u32,
  across: f64,
  along: f64,
  bound: f64,
): void {
  let left = <i32>strip
  let right = strip
  for (;;) {
    const isLeft = left > 1 && across - valueAt(windows.highs, left - 2) <= bound
    if (isLeft) {
      left -= 3
      bound = scanWindow<T>(visitor, windows, left + 1, across, along, bound)
    }
    const isRight = right + 2 < count && valueAt(windows.lows, right + 2) - across <= bound
    if (isRight) {
      right += 3
      bound = scanWindow<T>(visitor, windows, right + 1, across, along, bound)
    }
    if (!isLeft && !isRight) break
  }
}

function scanWindow<T>(visitor: T, windows: Windows, window: u32, across: f64, along: f64, bound: f64): f64 {
  let place = windowStart(windows, window)
  let end = windowEnd(windows, window)
  while (place < end) {
    const middle = (place + end) >> 1
    if (valueAt(windows.along, middle) < along) place = middle + 1
    else end = middle
  }
  bound = scanDirection<T>(visitor, windows, place, 1, across, along, bound)
  return scanDirection<T>(visitor, windows, place - 1, -1, across, along, bound)
}

function scanDirection<T>(
  visitor: T,
  windows: Windows,
  place: u32,
  step: i32,
  across: f64,
  along: f64,
  bound: f64,
): f64 {
  // The padding around a window is NaN along.
  for (;;) {
    const alongDistance = abs(valueAt(windows.along, place) - along)
    if (!(alongDistance <= bound)) break
    bound = visitor.consider(abs(valueAt(windows.across, place) - across), alongDistance, bound)
    place += step
  }
  return bound
}
