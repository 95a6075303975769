import { Nearest } from './ksg-nearest'

/**
 * Parts an order of rows by level, keeping the order within each level. `places` has the first place of each level, and
 * ends as the place after it.
 */
export function splitOrder(order: usize, levels: usize, rows: u32, places: usize, split: usize): void {
  for (let at: usize = 0; at < rows; at++) {
    const row = load<u32>(order + (at << 2))
    const slot = places + (load<u32>(levels + (row << 2)) << 2)
    const place = load<u32>(slot)
    store<u32>(slot, place + 1)
    store<u32>(split + (place << 2), row)
  }
}

/**
 * The k-th nearest neighbours of rows on a line, for the rows in a range. `sorted` holds the values of the rows in
 * `order`, ascending, after k + 1 numbers of −Infinity and before k + 2 of Infinity.
 */
export function nearestOnLine(
  search: usize,
  sorted: usize,
  order: usize,
  rows: u32,
  fromRow: u32,
  toRow: u32,
): void {
  const asked = changetype<Nearest>(search)
  const k = asked.k
  for (let place: u32 = 0; place < rows; place += 2) {
    const at = sorted + ((<usize>place) << 3)
    const radii = narrowest(at, k)
    // As near as the k-th is another only if the window of one more is no wider.
    const more = asked.others > k ? narrowest(at, k + 1) : f64x2.splat(NaN)
    const row = load<u32>(order + (place << 2))
    if (row >= fromRow && row < toRow) {
      write(asked, row, f64x2.extract_lane(radii, 0), f64x2.extract_lane(more, 0))
    }
    if (place + 1 == rows) break
    const next = load<u32>(order + (place << 2), 4)
    if (next >= fromRow && next < toRow) {
      write(asked, next, f64x2.extract_lane(radii, 1), f64x2.extract_lane(more, 1))
    }
  }
}

/** Of the windows with k numbers besides a number, how far the narrowest reaches from it: for two that follow. */
function narrowest(at: usize, k: u32): v128 {
  const values = v128.load(at)
  let radii = f64x2.splat(Infinity)
  for (let before: u32 = 0; before <= k; before++) {
    const below = f64x2.sub(values, v128.load(at - ((<usize>before) << 3)))
    const above = f64x2.sub(v128.load(at + ((<usize>(k - before)) << 3)), values)
    radii = f64x2.pmin(radii, f64x2.pmax(below, above))
  }
  return radii
}

function write(search: Nearest, row: u32, radius: f64, next: f64): void {
  const tally = search.tally
  store<f64>(search.radii + ((<usize>row) << 3), radius)
  store<u32>(tally, load<u32>(tally) + u32(radius == 0))
  store<u32>(tally, load<u32>(tally, 4) + u32(radius == next), 4)
}
