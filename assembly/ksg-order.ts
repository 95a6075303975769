/** A sorted column has this many NaN before and after it. */
export const padding: usize = 256

export function columnPadding(): usize {
  return padding
}

/** The scratch bytes that `sortColumn` needs. */
export function sortColumnBytes(rows: u32): usize {
  return <usize>rows * 24 + slotBytes
}

/** From this many rows on, digits have 11 bits instead of 8. */
const manyRows: u32 = 2048
const slotBytes: usize = 8192

/**
 * Sorts the numbers of a column: `sorted` gets them ascending (0 for −0), `order` the row of each, rows of
 * equal numbers ascending. `scratch` has `sortColumnBytes` bytes. Returns the number of distinct values.
 */
export function sortColumn(values: usize, rows: u32, sorted: usize, order: usize, scratch: usize): u32 {
  const keys = scratch + slotBytes
  const least = writeKeys(values, rows, keys)
  let most: u64 = 0
  for (let row: usize = 0; row < rows; row++) {
    const key = load<u64>(keys + (row << 3)) - least
    store<u64>(keys + (row << 3), key)
    most = max(most, key)
    store<u32>(order + (row << 2), <u32>row)
  }
  // The upper 32 bits of the key range usually order all but a few keys, which are then nearly in place.
  const bits = 64 - <u32>clz(most)
  const low = bits > 32 ? bits - 32 : 0
  sortBits(keys, rows, low, bits - low, order, scratch)
  if (low > 0 && !insertKeys(keys, rows, order)) {
    for (let row: u32 = 0; row < rows; row++) store<u32>(order + (row << 2), row)
    sortBits(keys, rows, 0, low, order, scratch)
    sortBits(keys, rows, low, bits - low, order, scratch)
  }
  return writeSorted(keys, rows, least, order, sorted)
}

/** Converts numbers to integers of the same order; returns the smallest. */
function writeKeys(values: usize, rows: u32, keys: usize): u64 {
  let least: u64 = u64.MAX_VALUE
  for (let row: usize = 0; row < rows; row++) {
    const bits = reinterpret<i64>(load<f64>(values + (row << 3)) + 0)
    const key = <u64>(bits ^ ((bits >> 63) | i64.MIN_VALUE))
    store<u64>(keys + (row << 3), key)
    least = min(least, key)
  }
  return least
}

function numberOf(key: u64): f64 {
  const bits = <i64>key
  return reinterpret<f64>(bits ^ (~(bits >> 63) | i64.MIN_VALUE))
}

/** Sorts an order of rows by `width` bits of their keys, from bit `low` on; the sort is stable. */
function sortBits(keys: usize, rows: u32, low: u32, width: u32, order: usize, scratch: usize): void {
  let from = keys + ((<usize>rows) << 3)
  let to = from + ((<usize>rows) << 3)
  for (let at: usize = 0; at < rows; at++) {
    const row = load<u32>(order + (at << 2))
    const key = load<u64>(keys + ((<usize>row) << 3)) >> low
    store<u64>(from + (at << 3), (key << 32) | row)
  }
  const digit: u32 = rows < manyRows ? 8 : 11
  for (let done: u32 = 0; done < width; done += digit) {
    if (!scatter(from, rows, 32 + done, digit, scratch, to)) continue
    const items = from
    from = to
    to = items
  }
  for (let at: usize = 0; at < rows; at++) store<u32>(order + (at << 2), load<u32>(from + (at << 3)))
}

/** Sorts items by one digit; returns false if all have the same digit. */
function scatter(from: usize, rows: u32, shift: u32, digit: u32, slots: usize, to: usize): bool {
  const mask: usize = (1 << digit) - 1
  const end = slots + ((mask + 1) << 2)
  memory.fill(slots, 0, end - slots)
  for (let at: usize = 0; at < rows; at++) {
    const slot = slots + (((<usize>(load<u64>(from + (at << 3)) >> shift)) & mask) << 2)
    store<u32>(slot, load<u32>(slot) + 1)
  }
  let place: u32 = 0
  for (let slot = slots; slot < end; slot += 4) {
    const count = load<u32>(slot)
    if (count == rows) return false
    store<u32>(slot, place)
    place += count
  }
  for (let at: usize = 0; at < rows; at++) {
    const item = load<u64>(from + (at << 3))
    const slot = slots + (((<usize>(item >> shift)) & mask) << 2)
    const next = <usize>load<u32>(slot)
    store<u32>(slot, <u32>next + 1)
    store<u64>(to + (next << 3), item)
  }
  return true
}

/** Sorts nearly sorted keys by insertion; returns false if it takes too many moves. */
function insertKeys(keys: usize, rows: u32, order: usize): bool {
  let moves: u32 = 0
  for (let at: usize = 1; at < rows; at++) {
    const row = load<u32>(order + (at << 2))
    const key = load<u64>(keys + ((<usize>row) << 3))
    let place = order + (at << 2)
    while (place > order && load<u64>(keys + ((<usize>load<u32>(place - 4)) << 3)) > key) {
      store<u32>(place, load<u32>(place - 4))
      place -= 4
      if (++moves > 2 * rows) return false
    }
    store<u32>(place, row)
  }
  return true
}

function writeSorted(keys: usize, rows: u32, least: u64, order: usize, sorted: usize): u32 {
  let distinct: u32 = 0
  let before: u64 = 0
  for (let at: usize = 0; at < rows; at++) {
    const key = load<u64>(keys + ((<usize>load<u32>(order + (at << 2))) << 3))
    distinct += u32(at == 0 || key != before)
    before = key
    store<f64>(sorted + (at << 3), numberOf(key + least))
  }
  fillPadding(sorted - (padding << 3))
  fillPadding(sorted + ((<usize>rows) << 3))
  return distinct
}

function fillPadding(from: usize): void {
  for (let at = from; at < from + (padding << 3); at += 8) store<f64>(at, NaN)
}
