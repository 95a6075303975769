import { Points } from './ksg-points'

/** Which of two places is come to first, going up or down. */
export const upward: u32 = 1
export const downward: u32 = 2

/** What a run is when it is at its end. */
export const ended: u32 = 0xffffffff

/** Places found in a run, as the caller lays them out: `places` has room for `most` numbers of 32 bits, `count` are there. */
@unmanaged
export class Found {
  count: u32
  places: usize
  most: u32
}

/** One of the places found. */
export function foundAt(found: Found, index: u32): u32 {
  return load<u32>(found.places + (index << 2))
}

/**
 * Finds the places of a strip, going up or down from a pair two at a time, that lie within a distance of a place, until
 * all that follow are farther along. Gives the pair to go on from where there is no room for more.
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
  const first = load<usize>(points.beside)
  const second = points.dimensions > 2 ? load<usize>(points.beside, sizeof<usize>()) : first
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
    const ahead = f64x2.le(f64x2.abs(f64x2.sub(v128.load(along + at), inAlong)), bound)
    isOpen = (i64x2.bitmask(ahead) & direction) != 0
    if (!isOpen) break
    const aside = f64x2.pmax(
      f64x2.abs(f64x2.sub(v128.load(first + at), inFirst)),
      f64x2.abs(f64x2.sub(v128.load(second + at), inSecond)),
    )
    let near = v128.and(ahead, f64x2.le(aside, bound))
    if (!v128.any_true(near)) continue
    if (isWide) near = restNear(points, center, at, near, bound)
    // Both are written, and what is not near is written over.
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

/** How many places of a strip, going up or down from a pair, lie within a distance of a place. */
export function countNear(points: Points, here: u32, from: u32, direction: u32, distance: f64): u32 {
  const bound = f64x2.splat(distance)
  const step: isize = direction == upward ? 16 : -16
  const center = (<usize>here) << 3
  const along = points.along
  const first = load<usize>(points.beside)
  const second = points.dimensions > 2 ? load<usize>(points.beside, sizeof<usize>()) : first
  const inAlong = v128.load_splat<f64>(along + center)
  const inFirst = v128.load_splat<f64>(first + center)
  const inSecond = v128.load_splat<f64>(second + center)
  const isWide = points.dimensions > 3
  let counts = i64x2.splat(0)
  for (let at = (<usize>from) << 3; ; at += step) {
    const ahead = f64x2.le(f64x2.abs(f64x2.sub(v128.load(along + at), inAlong)), bound)
    if (!(i64x2.bitmask(ahead) & direction)) break
    const aside = f64x2.pmax(
      f64x2.abs(f64x2.sub(v128.load(first + at), inFirst)),
      f64x2.abs(f64x2.sub(v128.load(second + at), inSecond)),
    )
    let near = v128.and(ahead, f64x2.le(aside, bound))
    if (isWide && v128.any_true(near)) near = restNear(points, center, at, near, bound)
    counts = i64x2.sub(counts, near)
  }
  return <u32>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1))
}

/** Which of two places, near so far, are near in the remaining coordinates too. */
function restNear(points: Points, center: usize, at: usize, near: v128, bound: v128): v128 {
  const last = points.beside + (points.dimensions - 1) * sizeof<usize>()
  for (let column = points.beside + 2 * sizeof<usize>(); column < last; column += sizeof<usize>()) {
    const values = load<usize>(column)
    const difference = f64x2.sub(v128.load(values + at), v128.load_splat<f64>(values + center))
    near = v128.and(near, f64x2.le(f64x2.abs(difference), bound))
    if (!v128.any_true(near)) break
  }
  return near
}
