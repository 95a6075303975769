import { Chebyshev, Euclidean, Manhattan, extended } from './nearest-metric'
import { writePlaces } from './nearest-places'
import { Search, beginRow, finishSearch, addNeighbour } from './nearest-search'

/**
 * All rows with a fast lower bound of their distance. The columns are quantised into steps of equal width, as
 * whole numbers of 16 bits clipped at ± `limit`. Clipping and rounding increase a difference by at most one
 * step, so a row can be skipped if its distance in steps is too large; only for the others is the exact
 * distance computed. No sum overflows, because (2 × `limit`)² times the number of columns is below 2^31.
 */
@unmanaged
export class QuantisedRows {
  /** Steps per unit. */
  scale: f64
  /** The largest number of steps in either direction. */
  limit: f64
  columns: u32
  /** The centre of each column. */
  middles: usize
  /** Blocks of 16 rows, a pair of columns after the other, two numbers a row. */
  steps: usize
  /** The exact values, row by row. */
  points: usize
  /** Space for the steps of one row. */
  probe: usize
}

/** Distances in steps are checked after this many pairs of columns. */
const pairsBetweenChecks: u32 = 4
const noReach: i32 = i32.MAX_VALUE

/** Quantises columns, which are `stride` bytes apart, and copies their values. */
export function quantiseColumns(quantisedAt: usize, columns: usize, stride: usize, rows: u32): void {
  const quantised = changetype<QuantisedRows>(quantisedAt)
  const count = quantised.columns
  const pairs = (count + 1) >> 1
  memory.fill(quantised.steps, 0, ((rows + 15) >> 4) * (pairs << 6))
  for (let c: u32 = 0; c < count; c++) {
    const column = columns + c * stride
    const middle = load<f64>(quantised.middles + (c << 3))
    const steps = quantised.steps + ((c >> 1) << 6) + ((c & 1) << 1)
    const points = quantised.points + (c << 3)
    for (let row: u32 = 0; row < rows; row++) {
      const value = load<f64>(column + (row << 3))
      const step = quantised.scale > 0 ? nearest((value - middle) * quantised.scale) : 0
      const clipped = max(-quantised.limit, min(quantised.limit, step))
      store<i16>(steps + (row >> 4) * (pairs << 6) + ((row & 15) << 2), <i16>clipped)
      store<f64>(points + row * (count << 3), value)
    }
  }
}

/** Finds neighbours among all rows; metric 0 is Euclidean, 1 Manhattan, 2 Chebyshev. */
export function searchQuantised(searchAt: usize, quantisedAt: usize, metric: u32): void {
  const search = changetype<Search>(searchAt)
  const quantised = changetype<QuantisedRows>(quantisedAt)
  if (metric == 0) searchAll<Euclidean>(search, quantised)
  else if (metric == 1) searchAll<Manhattan>(search, quantised)
  else searchAll<Chebyshev>(search, quantised)
}

function searchAll<M>(search: Search, quantised: QuantisedRows): void {
  const pairs = (quantised.columns + 1) >> 1
  for (let row = search.from; row < search.to; row++) {
    const steps = quantised.steps + (row >> 4) * (pairs << 6) + ((row & 15) << 2)
    for (let pair: u32 = 0; pair < pairs; pair++) {
      store<u32>(quantised.probe + (pair << 2), load<u32>(steps + (pair << 6)))
    }
    beginRow(search, row, f64.POSITIVE_INFINITY)
    scanRows<M>(search, quantised, row)
    finishSearch(search)
    writePlaces(search, row)
  }
}

/** Adds all rows but one that are within the bound. */
function scanRows<M>(search: Search, quantised: QuantisedRows, except: u32): void {
  const rows = search.rows
  const block = (<usize>((quantised.columns + 1) >> 1)) << 6
  const probe = quantised.probe
  const probeEnd = probe + (((quantised.columns + 1) >> 1) << 2)
  let steps = quantised.steps
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
      if (row == except || row >= rows) continue
      const distance = distanceBetween<M>(quantised, except, row)
      if (distance <= search.bound) addNeighbour(search, distance, row)
    }
    if (search.bound < bound) reach = reachOf<M>(quantised, search.bound)
  }
}

/**
 * Extends four distances in steps by two columns; for Chebyshev the maxima of the two columns stay separate.
 */
function extendedSteps<M>(distances: v128, differences: v128): v128 {
  if (sizeof<M>() == 1) return i32x4.add(distances, i32x4.dot_i16x8_s(differences, differences))
  const sizes = i16x8.abs(differences)
  if (sizeof<M>() == 2) return i32x4.add(distances, i32x4.extadd_pairwise_i16x8_s(sizes))
  return i16x8.max_s(distances, sizes)
}

function splatReach<M>(reach: i32): v128 {
  return sizeof<M>() == 4 ? i16x8.splat(<i16>min(reach, 0x7fff)) : i32x4.splat(reach)
}

/** A bit for each of 16 rows that is within reach. */
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

function distanceBetween<M>(quantised: QuantisedRows, a: u32, b: u32): f64 {
  const width = quantised.columns << 3
  let to = quantised.points + b * width
  let distance: f64 = 0
  for (let from = quantised.points + a * width; from < quantised.points + (a + 1) * width; from += 8) {
    distance = extended<M>(distance, load<f64>(from) - load<f64>(to))
    to += 8
  }
  return distance
}

/**
 * The largest distance in steps of a row within the bound. Each column may add a step by rounding; the small
 * factors exceed all floating-point errors.
 */
function reachOf<M>(quantised: QuantisedRows, bound: f64): i32 {
  const columns = <f64>quantised.columns
  let reach: f64
  if (sizeof<M>() == 1) {
    const root = sqrt(bound) * quantised.scale * (1 + 1e-9) + sqrt(columns) * (1 + 1e-6)
    reach = root * root * (1 + 1e-9)
  } else {
    const slack = sizeof<M>() == 2 ? columns : 1
    reach = bound * quantised.scale * (1 + 1e-9) + slack * (1 + 1e-6)
  }
  return reach < <f64>noReach ? <i32>reach : noReach
}
