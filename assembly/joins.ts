import { Coded } from './coded'

const none: u32 = 0xffffffff

/**
 * Joins two columns: a code for each combination of levels that occurs, numbered by first occurrence. Returns
 * the number of codes, which is also the code of rows with a missing level. Codes have `width` bytes: 1 or 2
 * where both columns have codes of one byte, and less than 0xff or 0xffff combinations; else 4. `slots` has 32
 * bits for each of the a.count × b.count combinations.
 */
export function joinCodes(a: usize, b: usize, rows: u32, codes: usize, width: u32, slots: usize): u32 {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  memory.fill(slots, 0xff, (left.count * right.count) << 2)
  if (width == 1) return joinBytes<u8>(left, right, rows, codes, slots)
  if (width == 2) return joinBytes<u16>(left, right, rows, codes, slots)
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
  fillMissing<u32>(left, right, rows, codes, count)
  return count
}

/** Joins columns with codes of one byte. */
function joinBytes<T>(a: Coded, b: Coded, rows: u32, codes: usize, slots: usize): u32 {
  // Fields are read once: a store might change them, so the compiler would read them again for each row.
  const codesA = a.codes
  const codesB = b.codes
  const countA = a.count
  const countB = b.count
  let count: u32 = 0
  for (let row: usize = 0; row < rows; row++) {
    const levelA = <u32>load<u8>(codesA + row)
    const levelB = <u32>load<u8>(codesB + row)
    let code = none
    if (levelA < countA && levelB < countB) {
      const slot = slots + ((levelA * countB + levelB) << 2)
      code = load<u32>(slot)
      if (code == none) {
        code = count++
        store<u32>(slot, code)
      }
    }
    store<T>(codes + row * sizeof<T>(), <T>code)
  }
  fillMissing<T>(a, b, rows, codes, count)
  return count
}

/**
 * The same with a hash table, for many combinations, codes of 32 bits: `slots` has 2^bits slots of 12 bytes, at least twice as
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
  fillMissing<u32>(left, right, rows, codes, count)
  return count
}

/**
 * Joins two columns with a code for each of all a.count × b.count combinations, whether it occurs or not;
 * codes of `width` bytes as in `joinCodes`.
 */
export function productCodes(a: usize, b: usize, rows: u32, codes: usize, width: u32): void {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  const count = left.count * right.count
  let row: usize = 0
  if (width < 4) row = multiplyBytes(left, right, rows, codes, width)
  for (; row < rows; row++) {
    const levelA = codeOf(left, row)
    const levelB = codeOf(right, row)
    const isMissing = levelA == left.count || levelB == right.count
    put(codes, width, row, isMissing ? count : levelA * right.count + levelB)
  }
}

/** Combinations of columns with codes of one byte, sixteen rows at once; returns where rows are left. */
function multiplyBytes(a: Coded, b: Coded, rows: u32, codes: usize, width: u32): usize {
  const codesA = a.codes
  const codesB = b.codes
  const missingA = i16x8.splat(<i16>a.count)
  const missingB = i16x8.splat(<i16>b.count)
  const missing = i16x8.splat(<i16>(a.count * b.count))
  let row: usize = 0
  for (const end: usize = rows & ~15; row < end; row += 16) {
    const low = multiplyEight(codesA + row, codesB + row, missingA, missingB, missing)
    const high = multiplyEight(codesA + row + 8, codesB + row + 8, missingA, missingB, missing)
    if (width == 1) v128.store(codes + row, i8x16.narrow_i16x8_u(low, high))
    else {
      v128.store(codes + (row << 1), low)
      v128.store(codes + (row << 1), high, 16)
    }
  }
  return row
}

function multiplyEight(a: usize, b: usize, missingA: v128, missingB: v128, missing: v128): v128 {
  const levelsA = v128.load_ext<u8>(a)
  const levelsB = v128.load_ext<u8>(b)
  const isMissing = v128.or(i16x8.eq(levelsA, missingA), i16x8.eq(levelsB, missingB))
  return v128.bitselect(missing, i16x8.add(i16x8.mul(levelsA, missingB), levelsB), isMissing)
}

/** Copies codes of 2 or 4 bytes to codes of one byte, which may take their place. */
export function narrowCodes(codes: usize, width: u32, rows: u32, narrow: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    store<u8>(narrow + row, width == 2 ? load<u16>(codes + (row << 1)) : load<u32>(codes + (row << 2)))
  }
}

function put(codes: usize, width: u32, row: usize, code: u32): void {
  if (width == 1) store<u8>(codes + row, code)
  else if (width == 2) store<u16>(codes + (row << 1), code)
  else store<u32>(codes + (row << 2), code)
}

function codeOf(column: Coded, row: usize): u32 {
  if (column.width == 1) return load<u8>(column.codes + row)
  if (column.width == 2) return load<u16>(column.codes + (row << 1))
  return load<u32>(column.codes + (row << 2))
}

/** Gives rows with a missing level the code `count`. */
function fillMissing<T>(a: Coded, b: Coded, rows: u32, codes: usize, count: u32): void {
  if (!a.hasMissing && !b.hasMissing) return
  const end = codes + rows * sizeof<T>()
  for (let at = codes; at < end; at += sizeof<T>()) if (load<T>(at) == <T>none) store<T>(at, <T>count)
}
