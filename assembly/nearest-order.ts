const digitBits: u32 = 11
const digits: u32 = 6
const digitValues: u32 = 1 << digitBits

/**
 * Sorts numbers (no NaN) with their rows, ascending, equal ones by row; −0 equals 0. `values` and `order` are
 * sorted in place. `keys` has space for two numbers of 64 bits a row, `rows` for 32 bits a row, `counts` for
 * 2,048 numbers of 32 bits.
 */
export function orderNumbers(
  values: usize,
  count: u32,
  order: usize,
  keys: usize,
  rows: usize,
  counts: usize,
): void {
  let from = keys
  let to = keys + (count << 3)
  let fromRows = order
  let toRows = rows
  for (let i: u32 = 0; i < count; i++) {
    // Flipping all bits of negative numbers and the sign of others makes them sortable as integers.
    const bits = reinterpret<i64>(load<f64>(values + (i << 3)) + 0.0)
    store<i64>(from + (i << 3), bits ^ ((bits >> 63) | i64.MIN_VALUE))
    store<u32>(fromRows + (i << 2), i)
  }
  for (let digit: u32 = 0; digit < digits; digit++) {
    const shift = <u64>(digit * digitBits)
    if (!countDigit(from, count, shift, counts)) continue
    for (let i: u32 = 0; i < count; i++) {
      const key = load<u64>(from + (i << 3))
      const slot = counts + (((<u32>(key >> shift)) & (digitValues - 1)) << 2)
      const at = load<u32>(slot)
      store<u32>(slot, at + 1)
      store<u64>(to + (at << 3), key)
      store<u32>(toRows + (at << 2), load<u32>(fromRows + (i << 2)))
    }
    const other = from
    from = to
    to = other
    const otherRows = fromRows
    fromRows = toRows
    toRows = otherRows
  }
  if (fromRows != order) memory.copy(order, fromRows, count << 2)
  for (let i: u32 = 0; i < count; i++) {
    const key = load<i64>(from + (i << 3))
    store<i64>(values + (i << 3), key < 0 ? key ^ i64.MIN_VALUE : ~key)
  }
}

/** Computes where the numbers with each value of a digit start; returns false if all have the same value. */
function countDigit(keys: usize, count: u32, shift: u64, counts: usize): bool {
  memory.fill(counts, 0, digitValues << 2)
  for (let i: u32 = 0; i < count; i++) {
    const slot = counts + (((<u32>(load<u64>(keys + (i << 3)) >> shift)) & (digitValues - 1)) << 2)
    store<u32>(slot, load<u32>(slot) + 1)
  }
  let before: u32 = 0
  for (let slot = counts; slot < counts + (digitValues << 2); slot += 4) {
    const here = load<u32>(slot)
    if (here == count) return false
    store<u32>(slot, before)
    before += here
  }
  return true
}
