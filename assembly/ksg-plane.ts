import { endOf, startOf, valueAt } from './ksg-points'
import { Windows, windowEnd, windowStart } from './ksg-windows'

/**
 * Shows each point of a plane that is a row in a range to a visitor, which looks in the window around its strip and says
 * to what distance others are of interest; then others outward, as far as that reaches beyond the window.
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
      const bound = visitor.look(windows, place, begin, end, row)
      const across = valueAt(windows.across, place)
      if (across - low <= bound || high - across <= bound)
        seeOthers<T>(visitor, windows, count, strip, across, valueAt(windows.along, place), bound)
      visitor.finish(row)
    }
  }
}

/** Looks at the windows beyond the one around a strip: every third, as each covers three strips. */
function seeOthers<T>(
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
      bound = seeWindow<T>(visitor, windows, left + 1, across, along, bound)
    }
    const isRight = right + 2 < count && valueAt(windows.lows, right + 2) - across <= bound
    if (isRight) {
      right += 3
      bound = seeWindow<T>(visitor, windows, right + 1, across, along, bound)
    }
    if (!isLeft && !isRight) break
  }
}

function seeWindow<T>(visitor: T, windows: Windows, window: u32, across: f64, along: f64, bound: f64): f64 {
  let place = windowStart(windows, window)
  let end = windowEnd(windows, window)
  while (place < end) {
    const middle = (place + end) >> 1
    if (valueAt(windows.along, middle) < along) place = middle + 1
    else end = middle
  }
  bound = seeWay<T>(visitor, windows, place, 1, across, along, bound)
  return seeWay<T>(visitor, windows, place - 1, -1, across, along, bound)
}

function seeWay<T>(
  visitor: T,
  windows: Windows,
  place: u32,
  step: i32,
  across: f64,
  along: f64,
  bound: f64,
): f64 {
  // What lies around a window is NaN along.
  for (;;) {
    const ahead = abs(valueAt(windows.along, place) - along)
    if (!(ahead <= bound)) break
    bound = visitor.meet(abs(valueAt(windows.across, place) - across), ahead, bound)
    place += step
  }
  return bound
}
