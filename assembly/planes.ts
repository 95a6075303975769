import { Coded, planeCount } from './coded'

/**
 * Packs the levels of a column, one byte each, into its bit planes of `stride` bytes, and counts the bits of
 * each. The codes are padded to `stride` × 8 rows with a level that has no plane.
 */
export function packPlanes(column: usize, stride: usize): void {
  const coded = changetype<Coded>(column)
  fillPlanes(coded, stride)
  countMarginals(coded, 0, stride, stride, coded.marginals)
}

/** Packs the levels of a column into its bit planes. */
export function fillPlanes(coded: Coded, stride: usize): void {
  const count = planeCount(coded)
  // Two steps of 16 rows fill four bytes; the levels of 32 rows stay in registers for all planes.
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
}

/** Counts the bits of each plane of a column in a range of bytes. */
export function countMarginals(
  coded: Coded,
  from: usize,
  bytes: usize,
  stride: usize,
  marginals: usize,
): void {
  for (let level: u32 = 0; level < planeCount(coded); level++) {
    const plane = coded.planes + level * stride + from
    store<u32>(marginals + (level << 2), sharedBits(plane, plane, bytes))
  }
}

/** Counts the common bits of two planes in a number of bytes, a multiple of 16. */
export function sharedBits(a: usize, b: usize, bytes: usize): u32 {
  let total = i32x4.splat(0)
  let at: usize = 0
  while (at < bytes) {
    // A lane holds 31 counts of up to 8 before it overflows.
    const end = min(bytes, at + 31 * 16)
    let lanes = i8x16.splat(0)
    for (; at < end; at += 16) {
      lanes = i8x16.add(lanes, i8x16.popcnt(v128.and(v128.load(a + at), v128.load(b + at))))
    }
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes)))
  }
  return sumLanes(total)
}

/**
 * Counts the common bits of plane `a` with each of four planes, `stride` bytes apart, in a number of bytes:
 * four numbers of 32 bits.
 */
export function sharedBitsOfFour(a: usize, b: usize, bytes: usize, stride: usize, counts: usize): void {
  let total0 = i32x4.splat(0)
  let total1 = total0
  let total2 = total0
  let total3 = total0
  let at: usize = 0
  while (at < bytes) {
    const end = min(bytes, at + 31 * 16)
    let lanes0 = i8x16.splat(0)
    let lanes1 = lanes0
    let lanes2 = lanes0
    let lanes3 = lanes0
    for (; at < end; at += 16) {
      const shared = v128.load(a + at)
      const to = b + at
      lanes0 = i8x16.add(lanes0, i8x16.popcnt(v128.and(shared, v128.load(to))))
      lanes1 = i8x16.add(lanes1, i8x16.popcnt(v128.and(shared, v128.load(to + stride))))
      lanes2 = i8x16.add(lanes2, i8x16.popcnt(v128.and(shared, v128.load(to + 2 * stride))))
      lanes3 = i8x16.add(lanes3, i8x16.popcnt(v128.and(shared, v128.load(to + 3 * stride))))
    }
    total0 = i32x4.add(total0, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes0)))
    total1 = i32x4.add(total1, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes1)))
    total2 = i32x4.add(total2, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes2)))
    total3 = i32x4.add(total3, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes3)))
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
