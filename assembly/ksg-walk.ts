import { Points, endOf, startOf, valueAt } from './ksg-points'
import { downward, upward } from './ksg-run'
import { advance, gapTo, openCursor } from './ksg-strips'

/**
 * Visits each point of strips `first` to `last` − 1 whose row is in `fromRow` … `toRow` − 1, and shows it the
 * other points of these strips outwards. `open` returns the search distance; `scan`, called with a pair of
 * places and a direction, updates it after each run; `close` returns the distance for another search, or 0 to
 * end.
 */
export function walk<T>(visitor: T, points: Points, first: u32, last: u32, fromRow: u32, toRow: u32): void {
  for (let strip = first; strip < last; strip++) {
    const end = endOf(points, strip)
    // Cursors are open for these strips: places in a strip ascend along it, and so do the cursors.
    let opened = strip
    let openedTo = strip
    for (let place = startOf(points, strip); place < end; place++) {
      const row = load<u32>(points.rowAt + (place << 2))
      if (row < fromRow || row >= toRow) continue
      const across = valueAt(points.across, place)
      const along = valueAt(points.along, place)
      let bound = visitor.open(points, place, row)
      do {
        bound = visitor.scan(place + 1, upward, bound)
        bound = visitor.scan(place - 2, downward, bound)
        let left = strip
        let right = strip
        for (;;) {
          const isLeft = left > first && gapTo(points, left - 1, across) <= bound
          if (isLeft) {
            left--
            if (left < opened) openCursor(points, (opened = left))
            bound = scanStrip<T>(visitor, points, left, along, bound)
          }
          const isRight = right + 1 < last && gapTo(points, right + 1, across) <= bound
          if (isRight) {
            right++
            if (right > openedTo) openCursor(points, (openedTo = right))
            bound = scanStrip<T>(visitor, points, right, along, bound)
          }
          if (!isLeft && !isRight) break
        }
        bound = visitor.close(row)
        // The visitor searches again if its first distance was too small.
      } while (bound > 0)
    }
  }
}

function scanStrip<T>(visitor: T, points: Points, strip: u32, along: f64, bound: f64): f64 {
  const place = advance(points, strip, along)
  bound = visitor.scan(place, upward, bound)
  return visitor.scan(place - 2, downward, bound)
}
