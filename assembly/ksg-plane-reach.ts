import { walkPlane } from './ksg-plane'
import { Reach } from './ksg-reach'
import { Windows } from './ksg-windows'

/**
 * Finds how far the neighbours are in both marginal spaces of a plane: first the value across, then the value
 * along.
 */
@unmanaged
export class ReachInPlane extends Reach {
  searchWindow(windows: Windows, place: u32, _begin: u32, _end: u32, row: u32): f64 {
    this.start(row)
    // There may be many rows at distance 0, and none of them is farther in a marginal space.
    if (this.radius == 0) return NaN
    const bound = f64x2.splat(this.limit)
    const center = (<usize>place) << 3
    const a = v128.load_splat<f64>(windows.across + center)
    const b = v128.load_splat<f64>(windows.along + center)
    let inAcross = f64x2.splat(0)
    let inAlong = f64x2.splat(0)
    // Scans up, then down, two places at a time, until the nearer of a pair is out of range.
    for (let direction: u32 = 1; direction <= 2; direction++) {
      const step: isize = direction == 1 ? 16 : -16
      for (let at = direction == 1 ? center + 8 : center - 16; ; at += step) {
        const alongDistance = f64x2.abs(f64x2.sub(v128.load(windows.along + at), b))
        const isNear = f64x2.le(alongDistance, bound)
        if (!(i64x2.bitmask(isNear) & direction)) break
        const acrossDistance = f64x2.abs(f64x2.sub(v128.load(windows.across + at), a))
        const near = v128.and(isNear, f64x2.le(acrossDistance, bound))
        inAcross = f64x2.pmax(inAcross, v128.and(acrossDistance, near))
        inAlong = f64x2.pmax(inAlong, v128.and(alongDistance, near))
      }
    }
    return this.add(
      max(f64x2.extract_lane(inAcross, 0), f64x2.extract_lane(inAcross, 1)),
      max(f64x2.extract_lane(inAlong, 0), f64x2.extract_lane(inAlong, 1)),
    )
  }

  consider(acrossDistance: f64, alongDistance: f64, bound: f64): f64 {
    if (!(acrossDistance <= bound) || !(alongDistance <= bound)) return bound
    return this.add(acrossDistance, alongDistance)
  }

  finish(row: u32): void {
    this.close(row)
  }
}

/** Finds how far the neighbours are in both marginal spaces of a plane, for the rows in a range. */
export function reachInPlane(reachAt: usize, windows: usize, count: u32, fromRow: u32, toRow: u32): void {
  const reach = changetype<ReachInPlane>(reachAt)
  walkPlane<ReachInPlane>(reach, changetype<Windows>(windows), count, fromRow, toRow)
}
