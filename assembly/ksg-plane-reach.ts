import { valueAt } from './ksg-points'
import { walkPlane } from './ksg-plane'
import { Reach } from './ksg-reach'
import { Windows } from './ksg-windows'

/** How far neighbours lie in both margins of a plane: the first is the value across, the second the value along. */
@unmanaged
export class ReachInPlane extends Reach {
  look(windows: Windows, place: u32, _begin: u32, _end: u32, row: u32): f64 {
    this.radius = valueAt(this.radii, row)
    this.inFirst = 0
    this.inSecond = 0
    // Rows at distance 0 may be many, and none of them reaches farther.
    if (this.radius == 0) return NaN
    const bound = f64x2.splat(this.radius)
    const center = (<usize>place) << 3
    const a = v128.load_splat<f64>(windows.across + center)
    const b = v128.load_splat<f64>(windows.along + center)
    let inAcross = f64x2.splat(0)
    let inAlong = f64x2.splat(0)
    // Up and then down, two places at a time: the nearer of a pair says whether to go on.
    for (let direction: u32 = 1; direction <= 2; direction++) {
      const step: isize = direction == 1 ? 16 : -16
      for (let at = direction == 1 ? center + 8 : center - 16; ; at += step) {
        const ahead = f64x2.abs(f64x2.sub(v128.load(windows.along + at), b))
        const isNear = f64x2.le(ahead, bound)
        if (!(i64x2.bitmask(isNear) & direction)) break
        const aside = f64x2.abs(f64x2.sub(v128.load(windows.across + at), a))
        const near = v128.and(isNear, f64x2.le(aside, bound))
        inAcross = f64x2.pmax(inAcross, v128.and(aside, near))
        inAlong = f64x2.pmax(inAlong, v128.and(ahead, near))
      }
    }
    this.inFirst = max(f64x2.extract_lane(inAcross, 0), f64x2.extract_lane(inAcross, 1))
    this.inSecond = max(f64x2.extract_lane(inAlong, 0), f64x2.extract_lane(inAlong, 1))
    return this.boundNow()
  }

  meet(aside: f64, ahead: f64, bound: f64): f64 {
    if (!(aside <= bound) || !(ahead <= bound)) return bound
    if (aside > this.inFirst) this.inFirst = aside
    if (ahead > this.inSecond) this.inSecond = ahead
    return this.boundNow()
  }

  finish(row: u32): void {
    this.close(row)
  }
}

/** How far the neighbours of the rows in a range lie in both margins of a plane. */
export function reachInPlane(reach: usize, windows: usize, count: u32, fromRow: u32, toRow: u32): void {
  const asked = changetype<ReachInPlane>(reach)
  walkPlane<ReachInPlane>(asked, changetype<Windows>(windows), count, fromRow, toRow)
}
