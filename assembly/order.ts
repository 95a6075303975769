import { areTied, itemAt, keyOf, rowOf, valueOf } from './order-sort'

/** The largest number of buckets is 2 to this power. */
const mostBucketBits: u32 = 12
const none: u32 = 0xffffffff
/** Up to this many values are sorted by insertion. */
const fewValues: usize = 32
/** The most passes over a bucket until all its keys, of 64 bits, are equal; the first pass is by value. */
const mostPasses: usize = 7

/** The bytes that `selectRanks` needs for its buckets. */
export function selectCounters(): usize {
  return mostPasses << (mostBucketBits + 3)
}

/** Copies the values of the rows that `out` does not mark, a byte each; 0 for none. Returns their number. */
export function presentValues(values: usize, out: usize, rows: usize, to: usize): u32 {
  let count: usize = 0
  for (let row: usize = 0; row < rows; row++) {
    // Turns −0 into 0.
    store<f64>(to + (count << 3), load<f64>(values + (row << 3)) + 0)
    count += out ? 1 - <usize>load<u8>(out + row) : 1
  }
  return <u32>count
}

/**
 * Writes the distinct values to `found` in order of occurrence, and returns their number; stops at `most` +
 * 1. `slots` has 2^bits slots of 8 bytes, at least twice as many as values found.
 */
export function distinctValues(
  values: usize,
  count: usize,
  most: u32,
  found: usize,
  slots: usize,
  bits: u32,
): u32 {
  // All bits set would be NaN, so this marks an empty slot.
  memory.fill(slots, 0xff, 8 << bits)
  const mask: usize = (1 << bits) - 1
  const end = values + (count << 3)
  let distinct: u32 = 0
  for (let at = values; at < end; at += 8) {
    const key = load<u64>(at)
    let slot = <usize>((key * 0x9e3779b97f4a7c15) >> (64 - bits))
    let slotKey = load<u64>(slots + (slot << 3))
    while (slotKey != key && slotKey != u64.MAX_VALUE) {
      slot = (slot + 1) & mask
      slotKey = load<u64>(slots + (slot << 3))
    }
    if (slotKey == key) continue
    if (distinct == most) return most + 1
    store<u64>(slots + (slot << 3), key)
    store<u64>(found + (distinct++ << 3), key)
  }
  return distinct
}

/**
 * Writes each distinct value of sorted rows with the cumulative weight up to it; returns their number.
 * `weights` is by row.
 */
export function cumulateWeights(items: usize, count: usize, weights: usize, values: usize, upTo: usize): u32 {
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
 * Selects the values at some places of the ascending order, counted from 0 and given in ascending order, 32
 * bits each. The values are reordered; `spare` has space for as many.
 */
export function selectRanks(
  values: usize,
  count: usize,
  places: usize,
  wanted: u32,
  found: usize,
  spare: usize,
  counters: usize,
): void {
  selectFrom(values, count, 0, places, wanted, found, spare, counters, true)
}

/** The same among consecutive values, the first of which is at place `first`. */
function selectFrom(
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
  if (count <= fewValues) {
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
  // Ranges too wide or too narrow for buckets of equal width are split by key.
  if (byValue && isFinite(scale) && scale > 0) {
    splitIntoBuckets<f64>(
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
    splitIntoBuckets<u64>(values, count, first, places, wanted, found, spare, counters, bits, low, 0, shift)
  }
}

/** Splits values into ascending buckets, and continues in those with a wanted place. */
function splitIntoBuckets<K>(
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
  // The position in `spare` for the values of each wanted bucket.
  let below: u32 = first
  let kept: u32 = 0
  let i: u32 = 0
  for (let bucket = 0; bucket < buckets; bucket++) {
    const slotKey = load<u32>(counters + (bucket << 2))
    let isWanted = false
    for (; i < wanted && load<u32>(places + (i << 2)) < below + slotKey; i++) isWanted = true
    store<u32>(targets + (bucket << 2), isWanted ? kept : none)
    if (isWanted) kept += slotKey
    below += slotKey
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
    const slotKey = load<u32>(counters + (bucket << 2))
    const from = i
    while (i < wanted && load<u32>(places + (i << 2)) < below + slotKey) i++
    if (i > from) {
      // The remaining values are in `spare`, so `values` is free.
      selectFrom(
        spare + (kept << 3),
        slotKey,
        below,
        places + (from << 2),
        i - from,
        found + (from << 3),
        values,
        next,
        false,
      )
      kept += slotKey
    }
    below += slotKey
  }
}

/** `K` is f64 for buckets of equal width in value, u64 for buckets of equal width in key. */
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
