import { Points } from './ksg-points'

/** Bit masks of the places of a pair: the first one reached going up or down. */
export const upward: u32 = 1
export const downward: u32 = 2

/** Marks the end of a run. */
export const ended: u32 = 0xffffffff

/**
 * The places found in a run, laid out by the caller: `places` has space for `most` numbers of 32 bits, of
 * which `count` are filled.
 */
@unmanaged
export class Found {
  count: u32
  places: usize
  most: u32
}

/** The place at an index. */
export function foundAt(found: Found, index: u32): u32 {
  return load<u32>(found.places + (index << 2))
}

/**
 * Finds the places of a strip within a distance of a place, going up or down from a pair, two at a time,
 * until all further ones are too far along. Returns the pair to continue from if the list is full, else
 * `ended`.
 */
export function findNear(
  found: Found,
  points: Points,
  here: u32,
  from: u32,
  direction: u32,
  distance: f64,
): u32 {
  const bound = f64x2.splat(distance)
  const step: isize = direction == upward ? 16 : -16
  const center = (<usize>here) << 3
  const along = points.along
  const first = load<usize>(points.others)
  const second = points.dimensions > 2 ? load<usize>(points.others, sizeof<usize>()) : first
  const inAlong = v128.load_splat<f64>(along + center)
  const inFirst = v128.load_splat<f64>(first + center)
  const inSecond = v128.load_splat<f64>(second + center)
  const isWide = points.dimensions > 3
  const places = found.places
  const full = places + ((found.most - 2) << 2)
  let to = places
  let at = (<usize>from) << 3
  let isOpen = true
  for (; to <= full; at += step) {
    const nearAlong = f64x2.le(f64x2.abs(f64x2.sub(v128.load(along + at), inAlong)), bound)
    isOpen = (i64x2.bitmask(nearAlong) & direction) != 0
    if (!isOpen) break
    const otherDistance = f64x2.pmax(
      f64x2.abs(f64x2.sub(v128.load(first + at), inFirst)),
      f64x2.abs(f64x2.sub(v128.load(second + at), inSecond)),
    )
    let near = v128.and(nearAlong, f64x2.le(otherDistance, bound))
    if (!v128.any_true(near)) continue
    if (isWide) near = isNearInOthers(points, center, at, near, bound)
    // Both are written; one that is not near is overwritten.
    const place = <u32>(at >> 3)
    const which = i64x2.bitmask(near)
    store<u32>(to, place)
    to += (which & 1) << 2
    store<u32>(to, place + 1)
    to += (which & 2) << 1
  }
  found.count = <u32>((to - places) >> 2)
  return isOpen ? <u32>(at >> 3) : ended
}

/** Counts the places of a strip within a distance of a place, going up or down from a pair. */
export function countNear(points: Points, here: u32, from: u32, direction: u32, distance: f64): u32 {
  const bound = f64x2.splat(distance)
  const step: isize = direction == upward ? 16 : -16
  const center = (<usize>here) << 3
  const along = points.along
  const first = load<usize>(points.others)
  const second = points.dimensions > 2 ? load<usize>(points.others, sizeof<usize>()) : first
  const inAlong = v128.load_splat<f64>(along + center)
  const inFirst = v128.load_splat<f64>(first + center)
  const inSecond = v128.load_splat<f64>(second + center)
  const isWide = points.dimensions > 3
  let counts = i64x2.splat(0)
  for (let at = (<usize>from) << 3; ; at += step) {
    const nearAlong = f64x2.le(f64x2.abs(f64x2.sub(v128.load(along + at), inAlong)), bound)
    if (!(i64x2.bitmask(nearAlong) & direction)) break
    const otherDistance = f64x2.pmax(
      f64x2.abs(f64x2.sub(v128.load(first + at), inFirst)),
      f64x2.abs(f64x2.sub(v128.load(second + at), inSecond)),
    )
    let near = v128.and(nearAlong, f64x2.le(otherDistance, bound))
    if (isWide && v128.any_true(near)) near = isNearInOthers(points, center, at, near, bound)
    counts = i64x2.sub(counts, near)
  }
  return <u32>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1))
}

/** Restricts two near places to those that are also near in the remaining coordinates. */
function isNearInOthers(points: Points, center: usize, at: usize, near: v128, bound: v128): v128 {
  const last = points.others + (points.dimensions - 1) * sizeof<usize>()
  for (let column = points.others + 2 * sizeof<usize>(); column < last; column += sizeof<usize>()) {
    const values = load<usize>(column)
    const difference = f64x2.sub(v128.load(values + at), v128.load_splat<f64>(values + center))
    near = v128.and(near, f64x2.le(f64x2.abs(difference), bound))
    if (!v128.any_true(near)) break
  }
  return near
}
