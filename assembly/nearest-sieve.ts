import { Chebyshev, Euclidean, Manhattan, extended } from './nearest-metric'
import { writePlaces } from './nearest-places'
import { Search, begin, settle, take } from './nearest-search'

/**
 * All rows, but through a sieve: the columns in steps of one width as whole numbers of 16 bits, clipped at ± `limit`.
 * Neither clipping nor rounding takes two numbers farther apart than they are, but for one step, so a row can be left out
 * if its distance in steps is too great; only of the others the distance itself is computed. With the square of
 * 2 × `limit` times the columns below 2^31 no sum overflows.
 */
@unmanaged
export class Sieve {
  /** Steps to a unit. */
  scale: f64
  /** The greatest number of steps, either way. */
  limit: f64
  columns: u32
  /** The middle of each column. */
  middles: usize
  /** Blocks of 16 rows: pair of columns after pair of columns, two numbers a row. */
  steps: usize
  /** The rows as they are, one after the other. */
  points: usize
  /** Room for one row's steps. */
  probe: usize
}

/** Distances in steps are checked after so many pairs of columns. */
const pairsBetweenChecks: u32 = 4
const noReach: i32 = i32.MAX_VALUE

/** Fills steps and points from columns that lie `stride` bytes apart. */
export function fillSieve(sieve: usize, columns: usize, stride: usize, rows: u32): void {
  const filled = changetype<Sieve>(sieve)
  const count = filled.columns
  const pairs = (count + 1) >> 1
  memory.fill(filled.steps, 0, ((rows + 15) >> 4) * (pairs << 6))
  for (let c: u32 = 0; c < count; c++) {
    const column = columns + c * stride
    const middle = load<f64>(filled.middles + (c << 3))
    const steps = filled.steps + ((c >> 1) << 6) + ((c & 1) << 1)
    const points = filled.points + (c << 3)
    for (let row: u32 = 0; row < rows; row++) {
      const value = load<f64>(column + (row << 3))
      const step = filled.scale > 0 ? nearest((value - middle) * filled.scale) : 0
      const clipped = max(-filled.limit, min(filled.limit, step))
      store<i16>(steps + (row >> 4) * (pairs << 6) + ((row & 15) << 2), <i16>clipped)
      store<f64>(points + row * (count << 3), value)
    }
  }
}

/** Neighbours among all rows; metric 0 is Euclidean, 1 Manhattan, 2 Chebyshev. */
export function searchSieve(search: usize, sieve: usize, metric: u32): void {
  const asked = changetype<Search>(search)
  const filled = changetype<Sieve>(sieve)
  if (metric == 0) searchAll<Euclidean>(asked, filled)
  else if (metric == 1) searchAll<Manhattan>(asked, filled)
  else searchAll<Chebyshev>(asked, filled)
}

function searchAll<M>(search: Search, sieve: Sieve): void {
  const pairs = (sieve.columns + 1) >> 1
  for (let row = search.from; row < search.to; row++) {
    const steps = sieve.steps + (row >> 4) * (pairs << 6) + ((row & 15) << 2)
    for (let pair: u32 = 0; pair < pairs; pair++) {
      store<u32>(sieve.probe + (pair << 2), load<u32>(steps + (pair << 6)))
    }
    begin(search, f64.POSITIVE_INFINITY)
    sift<M>(search, sieve, row)
    settle(search)
    writePlaces(search, row)
  }
}

/** Takes in all rows but one within the bound. */
function sift<M>(search: Search, sieve: Sieve, but: u32): void {
  const rows = search.rows
  const block = (<usize>((sieve.columns + 1) >> 1)) << 6
  const probe = sieve.probe
  const probeEnd = probe + (((sieve.columns + 1) >> 1) << 2)
  let steps = sieve.steps
  let reach = noReach
  for (let first: u32 = 0; first < rows; first += 16) {
    let a = i32x4.splat(0)
    let b = a
    let c = a
    let d = a
    let within: u32 = 0xffff
    let from = steps
    const limit = splatReach<M>(reach)
    for (let at = probe; at < probeEnd;) {
      const stop = min(probeEnd, at + (pairsBetweenChecks << 2))
      for (; at < stop; at += 4) {
        const own = v128.load32_splat(at)
        a = extendedSteps<M>(a, i16x8.sub(v128.load(from), own))
        b = extendedSteps<M>(b, i16x8.sub(v128.load(from, 16), own))
        c = extendedSteps<M>(c, i16x8.sub(v128.load(from, 32), own))
        d = extendedSteps<M>(d, i16x8.sub(v128.load(from, 48), own))
        from += 64
      }
      within = rowsWithin<M>(a, b, c, d, limit)
      if (!within) break
    }
    steps += block
    if (!within) continue
    const bound = search.bound
    for (; within; within &= within - 1) {
      const row = first + <u32>ctz(within)
      if (row == but || row >= rows) continue
      const distance = distanceBetween<M>(sieve, but, row)
      if (distance <= search.bound) take(search, distance, row)
    }
    if (search.bound < bound) reach = reachOf<M>(sieve, search.bound)
  }
}

/** Four distances in steps with two columns more; for Chebyshev the greater of the two stay apart. */
function extendedSteps<M>(distances: v128, differences: v128): v128 {
  if (sizeof<M>() == 1) return i32x4.add(distances, i32x4.dot_i16x8_s(differences, differences))
  const sizes = i16x8.abs(differences)
  if (sizeof<M>() == 2) return i32x4.add(distances, i32x4.extadd_pairwise_i16x8_s(sizes))
  return i16x8.max_s(distances, sizes)
}

function splatReach<M>(reach: i32): v128 {
  return sizeof<M>() == 4 ? i16x8.splat(<i16>min(reach, 0x7fff)) : i32x4.splat(reach)
}

/** A bit for each of 16 rows that are within reach. */
function rowsWithin<M>(a: v128, b: v128, c: v128, d: v128, limit: v128): u32 {
  if (sizeof<M>() == 4) {
    const ab = i8x16.narrow_i16x8_s(i16x8.gt_s(a, limit), i16x8.gt_s(b, limit))
    const cd = i8x16.narrow_i16x8_s(i16x8.gt_s(c, limit), i16x8.gt_s(d, limit))
    const zero = i8x16.splat(0)
    const near = i8x16.narrow_i16x8_s(i16x8.eq(ab, zero), i16x8.eq(cd, zero))
    return <u32>i8x16.bitmask(near)
  }
  const ab = i16x8.narrow_i32x4_s(i32x4.gt_s(a, limit), i32x4.gt_s(b, limit))
  const cd = i16x8.narrow_i32x4_s(i32x4.gt_s(c, limit), i32x4.gt_s(d, limit))
  return ~(<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(ab, cd))) & 0xffff
}

function distanceBetween<M>(sieve: Sieve, a: u32, b: u32): f64 {
  const width = sieve.columns << 3
  let to = sieve.points + b * width
  let distance: f64 = 0
  for (let from = sieve.points + a * width; from < sieve.points + (a + 1) * width; from += 8) {
    distance = extended<M>(distance, load<f64>(from) - load<f64>(to))
    to += 8
  }
  return distance
}

/**
 * How many steps a row within the bound can be away at most. Each column may add a step by rounding; the small shares on
 * top are far more than what computing in floating point can lose.
 */
function reachOf<M>(sieve: Sieve, bound: f64): i32 {
  const columns = <f64>sieve.columns
  let reach: f64
  if (sizeof<M>() == 1) {
    const root = sqrt(bound) * sieve.scale * (1 + 1e-9) + sqrt(columns) * (1 + 1e-6)
    reach = root * root * (1 + 1e-9)
  } else {
    const slack = sizeof<M>() == 2 ? columns : 1
    reach = bound * sieve.scale * (1 + 1e-9) + slack * (1 + 1e-6)
  }
  return reach < <f64>noReach ? <i32>reach : noReach
}
