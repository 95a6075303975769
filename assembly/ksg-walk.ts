import { Points, endOf, startOf, valueAt } from './ksg-points'
import { downward, upward } from './ksg-run'
import { advance, gapTo, openCursor } from './ksg-strips'

/**
 * Shows each point of strips `first` up to `last` that is a row from `fromRow` up to `toRow` to a visitor, and then the
 * other points of these strips outward, as far as the visitor asks: `open` says to what distance, and so does `see` after
 * each run, which goes up or down from a pair of places, two at a time. `close` says how far to look again, or 0.
 */
export function walk<T>(visitor: T, points: Points, first: u32, last: u32, fromRow: u32, toRow: u32): void {
  for (let strip = first; strip < last; strip++) {
    const end = endOf(points, strip)
    // Cursors of strips as far as these were opened: places along this strip ascend, and so do cursors.
    let opened = strip
    let openedTo = strip
    for (let place = startOf(points, strip); place < end; place++) {
      const row = load<u32>(points.rowAt + (place << 2))
      if (row < fromRow || row >= toRow) continue
      const across = valueAt(points.across, place)
      const along = valueAt(points.along, place)
      let bound = visitor.open(points, place, row)
      do {
        bound = visitor.see(place + 1, upward, bound)
        bound = visitor.see(place - 2, downward, bound)
        let left = strip
        let right = strip
        for (;;) {
          const isLeft = left > first && gapTo(points, left - 1, across) <= bound
          if (isLeft) {
            left--
            if (left < opened) openCursor(points, (opened = left))
            bound = seeStrip<T>(visitor, points, left, along, bound)
          }
          const isRight = right + 1 < last && gapTo(points, right + 1, across) <= bound
          if (isRight) {
            right++
            if (right > openedTo) openCursor(points, (openedTo = right))
            bound = seeStrip<T>(visitor, points, right, along, bound)
          }
          if (!isLeft && !isRight) break
        }
        bound = visitor.close(row)
        // Where the visitor asked for too little, it asks again.
      } while (bound > 0)
    }
  }
}

function seeStrip<T>(visitor: T, points: Points, strip: u32, along: f64, bound: f64): f64 {
  const place = advance(points, strip, along)
  bound = visitor.see(place, upward, bound)
  return visitor.see(place - 2, downward, bound)
}
