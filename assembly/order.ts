import { areTied, itemAt, keyOf, rowOf, valueOf } from './order-sort'

/** Values are dealt out to at most so many buckets. */
const mostBucketBits: u32 = 12
const none: u32 = 0xffffffff
/** Up to so many values are sorted one by one. */
const few: usize = 32
/** So often a bucket can be dealt out anew before its keys, of 64 bits, are all one; the first time by value. */
const levels: usize = 7

/** So many bytes `placeValues` needs for its buckets. */
export function placeCounters(): usize {
  return levels << (mostBucketBits + 3)
}

/** Copies the values of the rows that `out` does not mark, a byte each; 0 for none. Returns how many. */
export function presentValues(values: usize, out: usize, rows: usize, to: usize): u32 {
  let count: usize = 0
  for (let row: usize = 0; row < rows; row++) {
    // Of the two zeros the positive one.
    store<f64>(to + (count << 3), load<f64>(values + (row << 3)) + 0)
    count += out ? 1 - <usize>load<u8>(out + row) : 1
  }
  return <u32>count
}

/**
 * The distinct values, as they occur, written to `found`; stops as soon as there are more than `most`, and returns how
 * many. `slots` has 2^bits slots of 8 bytes, at least twice as many as are found.
 */
export function distinctValues(
  values: usize,
  count: usize,
  most: u32,
  found: usize,
  slots: usize,
  bits: u32,
): u32 {
  // No value has all its bits set: that would be no number.
  memory.fill(slots, 0xff, 8 << bits)
  const mask: usize = (1 << bits) - 1
  const end = values + (count << 3)
  let distinct: u32 = 0
  for (let at = values; at < end; at += 8) {
    const key = load<u64>(at)
    let slot = <usize>((key * 0x9e3779b97f4a7c15) >> (64 - bits))
    let held = load<u64>(slots + (slot << 3))
    while (held != key && held != u64.MAX_VALUE) {
      slot = (slot + 1) & mask
      held = load<u64>(slots + (slot << 3))
    }
    if (held == key) continue
    if (distinct == most) return most + 1
    store<u64>(slots + (slot << 3), key)
    store<u64>(found + (distinct++ << 3), key)
  }
  return distinct
}

/**
 * The values of sorted rows, each once, and how much weight lies up to each; returns how many. `weights` is by row.
 */
export function weighValues(items: usize, count: usize, weights: usize, values: usize, upTo: usize): u32 {
  let groups: usize = 0
  let total: f64 = 0
  let start: usize = 0
  while (start < count) {
    const first = itemAt(items, start)
    let weight: f64 = 0
    for (; start < count && areTied(first, itemAt(items, start)); start++) {
      weight += load<f64>(weights + (rowOf(itemAt(items, start)) << 3))
    }
    total += weight
    store<f64>(values + (groups << 3), valueOf(first))
    store<f64>(upTo + (groups << 3), total)
    groups++
  }
  return <u32>groups
}

/**
 * The values at some places of the ascending order, counted from 0 and given in ascending order, 32 bits each. The values
 * are moved about; `spare` has room for as many.
 */
export function placeValues(
  values: usize,
  count: usize,
  places: usize,
  wanted: u32,
  found: usize,
  spare: usize,
  counters: usize,
): void {
  place(values, count, 0, places, wanted, found, spare, counters, true)
}

/** The same among the values from place `first` on, that lie together. */
function place(
  values: usize,
  count: usize,
  first: u32,
  places: usize,
  wanted: u32,
  found: usize,
  spare: usize,
  counters: usize,
  byValue: bool,
): void {
  if (count <= few) {
    sortFew(values, count)
    for (let i: u32 = 0; i < wanted; i++) {
      store<f64>(found + (i << 3), load<f64>(values + ((load<u32>(places + (i << 2)) - first) << 3)))
    }
    return
  }
  let least = f64.MAX_VALUE
  let most = -f64.MAX_VALUE
  for (let at = values; at < values + (count << 3); at += 8) {
    least = min(least, load<f64>(at))
    most = max(most, load<f64>(at))
  }
  if (least == most) {
    for (let i: u32 = 0; i < wanted; i++) store<f64>(found + (i << 3), least)
    return
  }
  const bits: u32 = min(mostBucketBits, 30 - <u32>clz(<u32>count))
  const scale = <f64>(1 << bits) / (most - least)
  // A range too wide or too narrow to be divided is left to the keys.
  if (byValue && isFinite(scale) && scale > 0) {
    deal<f64>(
      values,
      count,
      first,
      places,
      wanted,
      found,
      spare,
      counters,
      bits,
      reinterpret<u64>(least),
      scale,
      0,
    )
  } else {
    const low = keyOf(reinterpret<u64>(least))
    const width: u32 = 64 - <u32>clz(keyOf(reinterpret<u64>(most)) - low)
    const shift = width > bits ? width - bits : 0
    deal<u64>(values, count, first, places, wanted, found, spare, counters, bits, low, 0, shift)
  }
}

/** Deals values out to buckets that ascend, and looks on in those that hold a wanted place. */
function deal<K>(
  values: usize,
  count: usize,
  first: u32,
  places: usize,
  wanted: u32,
  found: usize,
  spare: usize,
  counters: usize,
  bits: u32,
  least: u64,
  scale: f64,
  shift: u32,
): void {
  const buckets = 1 << bits
  const end = values + (count << 3)
  memory.fill(counters, 0, buckets << 2)
  for (let at = values; at < end; at += 8) {
    const counter = counters + (bucketOf<K>(at, least, scale, shift, buckets) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  const targets = counters + (buckets << 2)
  const next = counters + (1 << (mostBucketBits + 3))
  // Where the values of each wanted bucket are to be put.
  let below: u32 = first
  let kept: u32 = 0
  let i: u32 = 0
  for (let bucket = 0; bucket < buckets; bucket++) {
    const held = load<u32>(counters + (bucket << 2))
    let isWanted = false
    for (; i < wanted && load<u32>(places + (i << 2)) < below + held; i++) isWanted = true
    store<u32>(targets + (bucket << 2), isWanted ? kept : none)
    if (isWanted) kept += held
    below += held
  }
  for (let at = values; at < end; at += 8) {
    const target = targets + (bucketOf<K>(at, least, scale, shift, buckets) << 2)
    const to = load<u32>(target)
    if (to == none) continue
    store<f64>(spare + (to << 3), load<f64>(at))
    store<u32>(target, to + 1)
  }
  below = first
  kept = 0
  i = 0
  for (let bucket = 0; bucket < buckets && i < wanted; bucket++) {
    const held = load<u32>(counters + (bucket << 2))
    const from = i
    while (i < wanted && load<u32>(places + (i << 2)) < below + held) i++
    if (i > from) {
      // All values still looked at are in `spare`, so there is room where they came from.
      place(
        spare + (kept << 3),
        held,
        below,
        places + (from << 2),
        i - from,
        found + (from << 3),
        values,
        next,
        false,
      )
      kept += held
    }
    below += held
  }
}

/** `K` is f64 for buckets of equal width, u64 for buckets of equally many keys. */
function bucketOf<K>(at: usize, least: u64, scale: f64, shift: u32, buckets: i32): usize {
  if (isFloat<K>()) {
    return min(<usize>(<i32>((load<f64>(at) - reinterpret<f64>(least)) * scale)), <usize>(buckets - 1))
  }
  return <usize>((keyOf(load<u64>(at)) - least) >> shift)
}

function sortFew(values: usize, count: usize): void {
  for (let i: usize = 1; i < count; i++) {
    const value = load<f64>(values + (i << 3))
    let to = values + (i << 3)
    for (; to > values && load<f64>(to - 8) > value; to -= 8) store<f64>(to, load<f64>(to - 8))
    store<f64>(to, value)
  }
}
