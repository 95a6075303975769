import { Coded, planeCount } from './coded'

/**
 * Packs the levels of a column, one byte each, into its bit planes of `stride` bytes, and counts the bits of each. The
 * codes are padded to `stride` × 8 rows with a level beyond all planes.
 */
export function packPlanes(column: usize, stride: usize): void {
  const coded = changetype<Coded>(column)
  const count = planeCount(coded)
  // Two rounds of 16 rows fill four bytes; the levels of 32 rows stay in registers for all planes.
  for (let at: usize = 0; at < stride; at += 4) {
    const first = v128.load(coded.codes + (at << 3))
    const second = v128.load(coded.codes + (at << 3), 16)
    for (let level: u32 = 0; level < count; level++) {
      const wanted = i8x16.splat(<i8>level)
      const low = i8x16.bitmask(i8x16.eq(first, wanted))
      const high = i8x16.bitmask(i8x16.eq(second, wanted))
      store<u32>(coded.planes + level * stride + at, low | (high << 16))
    }
  }
  for (let level: u32 = 0; level < count; level++) {
    const plane = coded.planes + level * stride
    store<u32>(coded.margins + (level << 2), sharedBits(plane, plane, stride))
  }
}

/** How many bits two planes share. `stride` is a multiple of 16. */
export function sharedBits(a: usize, b: usize, stride: usize): u32 {
  let total = i32x4.splat(0)
  let at: usize = 0
  while (at < stride) {
    // A byte can take 31 counts of up to 8 before it overflows.
    const end = min(stride, at + 31 * 16)
    let bytes = i8x16.splat(0)
    for (; at < end; at += 16) {
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(v128.load(a + at), v128.load(b + at))))
    }
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)))
  }
  return sumLanes(total)
}

/** How many bits plane `a` shares with each of four planes that lie `stride` bytes apart: four numbers of 32 bits. */
export function sharedBitsOfFour(a: usize, b: usize, stride: usize, counts: usize): void {
  let total0 = i32x4.splat(0)
  let total1 = total0
  let total2 = total0
  let total3 = total0
  let at: usize = 0
  while (at < stride) {
    const end = min(stride, at + 31 * 16)
    let bytes0 = i8x16.splat(0)
    let bytes1 = bytes0
    let bytes2 = bytes0
    let bytes3 = bytes0
    for (; at < end; at += 16) {
      const shared = v128.load(a + at)
      const to = b + at
      bytes0 = i8x16.add(bytes0, i8x16.popcnt(v128.and(shared, v128.load(to))))
      bytes1 = i8x16.add(bytes1, i8x16.popcnt(v128.and(shared, v128.load(to + stride))))
      bytes2 = i8x16.add(bytes2, i8x16.popcnt(v128.and(shared, v128.load(to + 2 * stride))))
      bytes3 = i8x16.add(bytes3, i8x16.popcnt(v128.and(shared, v128.load(to + 3 * stride))))
    }
    total0 = i32x4.add(total0, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes0)))
    total1 = i32x4.add(total1, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes1)))
    total2 = i32x4.add(total2, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes2)))
    total3 = i32x4.add(total3, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes3)))
  }
  store<u32>(counts, sumLanes(total0))
  store<u32>(counts, sumLanes(total1), 4)
  store<u32>(counts, sumLanes(total2), 8)
  store<u32>(counts, sumLanes(total3), 12)
}

function sumLanes(v: v128): u32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  )
}
