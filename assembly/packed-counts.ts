/**
 * For each of the 128 columns of a pack, counts the rows that have a level, at most 255 of them: a byte each.
 * `plane` is the address of the level's bits in row 0, further rows are `stride` bytes apart, and `rows`
 * holds the row numbers.
 *
 * The counts of all columns grow together in binary: slice k has bit k of each (carry-save adders, Harley and
 * Seal).
 */
export function countBits(plane: usize, stride: usize, rows: usize, count: u32, counts: usize): void {
  let ones = i8x16.splat(0)
  let twos = ones
  let fours = ones
  let slice3 = ones
  let slice4 = ones
  let slice5 = ones
  let slice6 = ones
  let slice7 = ones
  const end = rows + (count << 2)
  for (; rows + 16 <= end; rows += 16) {
    const a = v128.load(plane + load<u32>(rows) * stride)
    const b = v128.load(plane + load<u32>(rows, 4) * stride)
    const c = v128.load(plane + load<u32>(rows, 8) * stride)
    const d = v128.load(plane + load<u32>(rows, 12) * stride)
    // Adds two pairs of rows to the ones and their carries to the twos.
    const twoOfAB = carryOf(ones, a, b)
    ones = v128.xor(v128.xor(ones, a), b)
    const twoOfCD = carryOf(ones, c, d)
    ones = v128.xor(v128.xor(ones, c), d)
    const four = carryOf(twos, twoOfAB, twoOfCD)
    twos = v128.xor(v128.xor(twos, twoOfAB), twoOfCD)
    // The further carries ripple from slice to slice.
    const eight = v128.and(fours, four)
    fours = v128.xor(fours, four)
    const carry4 = v128.and(slice3, eight)
    slice3 = v128.xor(slice3, eight)
    const carry5 = v128.and(slice4, carry4)
    slice4 = v128.xor(slice4, carry4)
    const carry6 = v128.and(slice5, carry5)
    slice5 = v128.xor(slice5, carry5)
    const carry7 = v128.and(slice6, carry6)
    slice6 = v128.xor(slice6, carry6)
    slice7 = v128.xor(slice7, carry7)
  }
  v128.store(counts, ones)
  v128.store(counts, twos, 16)
  v128.store(counts, fours, 32)
  v128.store(counts, slice3, 48)
  v128.store(counts, slice4, 64)
  v128.store(counts, slice5, 80)
  v128.store(counts, slice6, 96)
  v128.store(counts, slice7, 112)
  for (; rows < end; rows += 4) addOne(counts, v128.load(plane + load<u32>(rows) * stride))
  // Transposing the eight slices gives a byte for each column.
  exchange(counts, 4, i8x16.splat(0x0f))
  exchange(counts, 2, i8x16.splat(0x33))
  exchange(counts, 1, i8x16.splat(0x55))
}

/** Adds `count` counts of a byte, a multiple of 16, to counts of 32 bits. */
export function addCounts(bytes: usize, count: u32, to: usize): void {
  for (let at = bytes; at < bytes + count; at += 16) {
    const low = i16x8.extend_low_i8x16_u(v128.load(at))
    const high = i16x8.extend_high_i8x16_u(v128.load(at))
    addFour(to, i32x4.extend_low_i16x8_u(low))
    addFour(to + 16, i32x4.extend_high_i16x8_u(low))
    addFour(to + 32, i32x4.extend_low_i16x8_u(high))
    addFour(to + 48, i32x4.extend_high_i16x8_u(high))
    to += 64
  }
}

function addFour(to: usize, counts: v128): void {
  v128.store(to, i32x4.add(v128.load(to), counts))
}

/** The bits set in at least two of three. */
function carryOf(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c))
}

/** Adds a bit to the count of each column. */
function addOne(slices: usize, bits: v128): void {
  for (let at = slices; at < slices + 128; at += 16) {
    const slice = v128.load(at)
    v128.store(at, v128.xor(slice, bits))
    bits = v128.and(slice, bits)
  }
}

/**
 * A step of the transposition: swaps the bits outside the mask of one slice with those inside it of the slice
 * `apart` further.
 */
function exchange(slices: usize, apart: u32, mask: v128): void {
  for (let slice: u32 = 0; slice < 8; slice++) {
    if (slice & apart) continue
    const one = slices + (slice << 4)
    const other = one + (apart << 4)
    const a = v128.load(one)
    const b = v128.load(other)
    const bits = v128.and(v128.xor(i16x8.shr_u(a, apart), b), mask)
    v128.store(other, v128.xor(b, bits))
    v128.store(one, v128.xor(a, i16x8.shl(bits, apart)))
  }
}
