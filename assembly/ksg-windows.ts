import { Strips, startOf, valueAt } from './ksg-points'

/**
 * Points of a plane in strips and windows, laid out by the caller as eight numbers of 32 bits. Window w holds
 * the points of the existing strips among w − 2, w − 1 and w, sorted by the value along: from place
 * `windows[w]` up to two places before `windows[w + 1]`; two empty places precede and follow each window.
 * `across` and `along` hold the two values of each place. `rowAt` has the rows in the order of the strips,
 * and `placeOf` the place of each in the window around its own strip, window strip + 1.
 */
@unmanaged
export class Windows extends Strips {
  windows: usize
  across: usize
  along: usize
  rowAt: usize
  placeOf: usize
}

/** The distances of a point to two consecutive places. */
export function distances(across: usize, along: usize, at: usize, a: v128, b: v128): v128 {
  return f64x2.pmax(
    f64x2.abs(f64x2.sub(v128.load(across + at), a)),
    f64x2.abs(f64x2.sub(v128.load(along + at), b)),
  )
}

/** The first place of a window. */
export function windowStart(windows: Windows, window: u32): u32 {
  return load<u32>(windows.windows + (window << 2))
}

/** The place after the last of a window. */
export function windowEnd(windows: Windows, window: u32): u32 {
  return load<u32>(windows.windows + (window << 2), 4) - 2
}

/**
 * Fills the windows of `count` strips; `orderAlong` has the rows sorted by their value along. `heads` has 32
 * bits for each strip and each window.
 */
export function fillWindows(
  address: usize,
  count: u32,
  rows: u32,
  across: usize,
  along: usize,
  orderAlong: usize,
  stripOf: usize,
  heads: usize,
): void {
  const windows = changetype<Windows>(address)
  const inStrips = heads
  const inWindows = heads + (count << 2)
  memory.copy(inStrips, windows.starts, count << 2)
  const starts = windows.windows
  // Two empty places precede the first window.
  let place: u32 = 2
  pad(windows, 0)
  for (let window: u32 = 0; window < count + 2; window++) {
    store<u32>(starts + (window << 2), place)
    store<u32>(inWindows + (window << 2), place)
    const first = window < 2 ? 0 : window - 2
    const last = min(window + 1, count)
    place += startOf(windows, last) - startOf(windows, first) - 2 * (last - first)
    pad(windows, place)
    place += 2
  }
  store<u32>(starts + ((count + 2) << 2), place)
  for (let at: u32 = 0; at < rows; at++) {
    const row = load<u32>(orderAlong + (at << 2))
    const strip = load<u32>(stripOf + (row << 2))
    const a = valueAt(across, row)
    const b = valueAt(along, row)
    const head = inWindows + (strip << 2)
    put(windows, head, a, b)
    const own = put(windows, head + 4, a, b)
    put(windows, head + 8, a, b)
    const slot = inStrips + (strip << 2)
    const order = load<u32>(slot)
    store<u32>(slot, order + 1)
    store<u32>(windows.rowAt + (order << 2), row)
    store<u32>(windows.placeOf + (order << 2), own)
  }
}

function put(windows: Windows, head: usize, a: f64, b: f64): u32 {
  const place = load<u32>(head)
  store<u32>(head, place + 1)
  store<f64>(windows.across + ((<usize>place) << 3), a)
  store<f64>(windows.along + ((<usize>place) << 3), b)
  return place
}

/** Two empty places: infinitely far across, NaN along. */
function pad(windows: Windows, place: u32): void {
  v128.store(windows.across + ((<usize>place) << 3), f64x2.splat(Infinity))
  v128.store(windows.along + ((<usize>place) << 3), f64x2.splat(NaN))
}
