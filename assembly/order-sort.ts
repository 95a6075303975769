/** A value and the row it stands in: 8 bytes of key, in whose order values ascend, then the row in 32 bits; 16 in all. */
const itemSize: usize = 16
const itemShift: usize = 4
/** Bits of a key by which rows are dealt out at a time. */
const digitBits: u32 = 11
const digits: usize = 1 << digitBits
/** Keys are sorted by so many of their leading bits first: most often few are alike in them. */
const leadingBits: u32 = 3 * digitBits

/** So many bytes `sortRows` needs for its counters. */
export function sortCounters(): usize {
  return digits << 2
}

/**
 * Sorts rows by value, those of equal values in their order, and writes them to `items`. Rows that `out` marks, a byte
 * each, are left out; 0 for none. `spare` has room for as many items, and may be where the values are. Returns how many.
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
  if (low > 0 && !mend(sorted, count)) {
    sorted = sortByBits(sorted, count, least, 0, bits, sorted == items ? spare : items, counters)
  }
  if (sorted != items) memory.copy(items, sorted, count << itemShift)
  return <u32>count
}

/** The value of a sorted item. */
export function valueOf(item: usize): f64 {
  const key = load<u64>(item)
  return reinterpret<f64>(key >> 63 ? key ^ (1 << 63) : ~key)
}

/** Whether two items hold one value. */
export function areTied(a: usize, b: usize): bool {
  return load<u64>(a) == load<u64>(b)
}

export function itemAt(items: usize, place: usize): usize {
  return items + (place << itemShift)
}

export function rowOf(item: usize): usize {
  return load<u32>(item, 8)
}

/** Whole numbers that ascend as doubles do; the two zeros are one value. */
export function keyOf(bits: u64): u64 {
  if (bits == 1 << 63) return 1 << 63
  return bits ^ ((<u64>((<i64>bits) >> 63)) | (1 << 63))
}

/** Sorts by some of the bits of the keys, the lowest first; returns where the items are then. */
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

/** Puts nearly sorted items in order, unless that takes too many steps; says whether it did. */
function mend(items: usize, count: usize): bool {
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
