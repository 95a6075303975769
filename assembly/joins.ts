import { Coded } from './coded'

const none: u32 = 0xffffffff

/**
 * Joins two columns: a code of 32 bits for each combination of levels that occurs, numbered by first
 * occurrence. Returns the number of codes, which is also the code of rows with a missing level. `slots` has
 * 32 bits for each of the a.count × b.count combinations.
 */
export function joinCodes(a: usize, b: usize, rows: u32, codes: usize, slots: usize): u32 {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  memory.fill(slots, 0xff, (left.count * right.count) << 2)
  let count: u32 = 0
  for (let row: usize = 0; row < rows; row++) {
    const levelA = codeOf(left, row)
    const levelB = codeOf(right, row)
    let code = none
    if (levelA < left.count && levelB < right.count) {
      const slot = slots + ((levelA * right.count + levelB) << 2)
      code = load<u32>(slot)
      if (code == none) {
        code = count++
        store<u32>(slot, code)
      }
    }
    store<u32>(codes + (row << 2), code)
  }
  fillMissing(left, right, rows, codes, count)
  return count
}

/**
 * The same with a hash table, for many combinations: `slots` has 2^bits slots of 12 bytes, at least twice as
 * many as rows.
 */
export function joinManyCodes(a: usize, b: usize, rows: u32, codes: usize, slots: usize, bits: u32): u32 {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  memory.fill(slots, 0xff, 12 << bits)
  const mask: usize = (1 << bits) - 1
  let count: u32 = 0
  for (let row: usize = 0; row < rows; row++) {
    const levelA = codeOf(left, row)
    const levelB = codeOf(right, row)
    let code = none
    if (levelA < left.count && levelB < right.count) {
      const key = ((<u64>levelA) << 32) | levelB
      let at = <usize>((key * 0x9e3779b97f4a7c15) >> (64 - bits))
      let slot = slots + at * 12
      code = load<u32>(slot, 8)
      while (code != none && load<u64>(slot) != key) {
        at = (at + 1) & mask
        slot = slots + at * 12
        code = load<u32>(slot, 8)
      }
      if (code == none) {
        code = count++
        store<u64>(slot, key)
        store<u32>(slot, code, 8)
      }
    }
    store<u32>(codes + (row << 2), code)
  }
  fillMissing(left, right, rows, codes, count)
  return count
}

/**
 * Joins two columns with a code of 32 bits for each of all a.count × b.count combinations, whether it occurs
 * or not.
 */
export function productCodes(a: usize, b: usize, rows: u32, codes: usize): void {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  const count = left.count * right.count
  for (let row: usize = 0; row < rows; row++) {
    const levelA = codeOf(left, row)
    const levelB = codeOf(right, row)
    const isMissing = levelA == left.count || levelB == right.count
    store<u32>(codes + (row << 2), isMissing ? count : levelA * right.count + levelB)
  }
}

/** Copies codes of 32 bits to codes of one byte. */
export function narrowCodes(codes: usize, rows: u32, narrow: usize): void {
  for (let row: usize = 0; row < rows; row++) store<u8>(narrow + row, load<u32>(codes + (row << 2)))
}

function codeOf(column: Coded, row: usize): u32 {
  if (column.width == 1) return load<u8>(column.codes + row)
  if (column.width == 2) return load<u16>(column.codes + (row << 1))
  return load<u32>(column.codes + (row << 2))
}

function fillMissing(a: Coded, b: Coded, rows: u32, codes: usize, count: u32): void {
  if (!a.hasMissing && !b.hasMissing) return
  for (let at = codes; at < codes + (rows << 2); at += 4) if (load<u32>(at) == none) store<u32>(at, count)
}
