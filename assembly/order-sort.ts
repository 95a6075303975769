/** An item: a key of 8 bytes that sorts like its value, then its row in 32 bits; 16 bytes in all. */
const itemSize: usize = 16
const itemShift: usize = 4
/** Key bits sorted in one pass. */
const digitBits: u32 = 11
const digits: usize = 1 << digitBits
/** Keys are first sorted by this many leading bits, which usually differ. */
const leadingBits: u32 = 3 * digitBits

/** The bytes that `sortRows` needs for its counters. */
export function sortCounters(): usize {
  return digits << 2
}

/**
 * Sorts rows by value, ties by row, into `items`. Rows that `out` marks, a byte each, are left out; 0 for
 * none. `spare` has space for as many items, and may overlap the values. Returns the number of items.
 */
export function sortRows(
  values: usize,
  out: usize,
  rows: usize,
  items: usize,
  spare: usize,
  counters: usize,
): u32 {
  let count: usize = 0
  let least = u64.MAX_VALUE
  let most: u64 = 0
  for (let row: usize = 0; row < rows; row++) {
    const key = keyOf(load<u64>(values + (row << 3)))
    const item = items + (count << itemShift)
    store<u64>(item, key)
    store<u64>(item, row, 8)
    if (out && load<u8>(out + row)) continue
    least = min(least, key)
    most = max(most, key)
    count++
  }
  if (count < 2) return <u32>count
  const bits: u32 = 64 - <u32>clz(most - least)
  const low: u32 = bits > leadingBits ? bits - leadingBits : 0
  let sorted = sortByBits(items, count, least, low, bits, spare, counters)
  if (low > 0 && !finishByInsertion(sorted, count)) {
    sorted = sortByBits(sorted, count, least, 0, bits, sorted == items ? spare : items, counters)
  }
  if (sorted != items) memory.copy(items, sorted, count << itemShift)
  return <u32>count
}

/** The value of an item. */
export function valueOf(item: usize): f64 {
  const key = load<u64>(item)
  return reinterpret<f64>(key >> 63 ? key ^ (1 << 63) : ~key)
}

/** Whether two items have equal values. */
export function areTied(a: usize, b: usize): bool {
  return load<u64>(a) == load<u64>(b)
}

export function itemAt(items: usize, place: usize): usize {
  return items + (place << itemShift)
}

export function rowOf(item: usize): usize {
  return load<u32>(item, 8)
}

/** Converts doubles to integers of the same order; −0 equals 0. */
export function keyOf(bits: u64): u64 {
  if (bits == 1 << 63) return 1 << 63
  return bits ^ ((<u64>((<i64>bits) >> 63)) | (1 << 63))
}

/**
 * Sorts by the bits `low` to `high` − 1 of the keys, from the lowest; returns the address of the sorted
 * items.
 */
function sortByBits(
  items: usize,
  count: usize,
  least: u64,
  low: u32,
  high: u32,
  spare: usize,
  counters: usize,
): usize {
  let from = items
  let to = spare
  for (let bit = low; bit < high; bit += digitBits) {
    sortByDigit(from, count, least, bit, to, counters)
    const last = from
    from = to
    to = last
  }
  return from
}

function sortByDigit(from: usize, count: usize, least: u64, bit: u32, to: usize, counters: usize): void {
  const end = from + (count << itemShift)
  memory.fill(counters, 0, digits << 2)
  for (let item = from; item < end; item += itemSize) {
    const counter = counterOf(counters, item, least, bit)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  let start: u32 = 0
  for (let counter = counters; counter < counters + (digits << 2); counter += 4) {
    const here = load<u32>(counter)
    store<u32>(counter, start)
    start += here
  }
  for (let item = from; item < end; item += itemSize) {
    const counter = counterOf(counters, item, least, bit)
    const place = load<u32>(counter)
    store<u32>(counter, place + 1)
    v128.store(to + ((<usize>place) << itemShift), v128.load(item))
  }
}

function counterOf(counters: usize, item: usize, least: u64, bit: u32): usize {
  return counters + (((<usize>((load<u64>(item) - least) >> bit)) & (digits - 1)) << 2)
}

/** Sorts nearly sorted items by insertion; returns false if it takes too many steps. */
function finishByInsertion(items: usize, count: usize): bool {
  let steps = count
  const end = items + (count << itemShift)
  for (let item = items + itemSize; item < end; item += itemSize) {
    const key = load<u64>(item)
    if (key >= load<u64>(item - itemSize)) continue
    const moved = v128.load(item)
    let to = item
    while (to > items && load<u64>(to - itemSize) > key) {
      if (steps-- == 0) {
        v128.store(to, moved)
        return false
      }
      v128.store(to, v128.load(to - itemSize))
      to -= itemSize
    }
    v128.store(to, moved)
  }
  return true
}
