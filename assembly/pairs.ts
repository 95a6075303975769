import { Coded, codeCount, planeCount } from './coded'
import { sharedBits, sharedBitsOfFour } from './planes'

/** This many pairs of planes cost as much as a histogram over the same rows. */
export const planePairsPerHistogram: u32 = 56

/**
 * Computes the contingency table of two columns, a.count × b.count cells of 32 bits, row-major. `cells` has
 * space for one more level of each. Rows with a missing level are not counted.
 */
export function countPair(a: usize, b: usize, rows: u32, stride: usize, cells: usize): void {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  const hasPlanes = left.planes != 0 && right.planes != 0
  if (hasPlanes && planeCount(left) * planeCount(right) <= planePairsPerHistogram) {
    countPlanes(left, right, 0, stride, stride, left.marginals, right.marginals, rows, cells)
  } else {
    fill(cells, left, right, sizeof<u32>())
    if (left.width == 1) countFrom<u8>(left, right, rows, cells)
    else if (left.width == 2) countFrom<u16>(left, right, rows, cells)
    else countFrom<u32>(left, right, rows, cells)
    dropMissingCells(cells, left, right, sizeof<u32>())
  }
}

/** The same with a weight for each row: cells of 64-bit floating point. */
export function countPairWeighted(a: usize, b: usize, rows: u32, weights: usize, cells: usize): void {
  const left = changetype<Coded>(a)
  const right = changetype<Coded>(b)
  fill(cells, left, right, sizeof<f64>())
  if (left.width == 1) weighFrom<u8>(left, right, rows, weights, cells)
  else if (left.width == 2) weighFrom<u16>(left, right, rows, weights, cells)
  else weighFrom<u32>(left, right, rows, weights, cells)
  dropMissingCells(cells, left, right, sizeof<f64>())
}

/**
 * Counts cells by the common bits of planes in a range of bytes with `rows` rows and these marginals; a level
 * without a plane gets the rest of the marginals.
 */
export function countPlanes(
  a: Coded,
  b: Coded,
  from: usize,
  bytes: usize,
  stride: usize,
  marginalsA: usize,
  marginalsB: usize,
  rows: u32,
  cells: usize,
): void {
  const planesA = planeCount(a)
  const planesB = planeCount(b)
  const row = b.count << 2
  let restOfA = rows
  // If a has no plane for its last level, that row of the table starts as b's marginals, and all other rows
  // are subtracted.
  const last = cells + planesA * row
  if (!a.hasMissing) memory.copy(last, marginalsB, planesB << 2)
  for (let i: u32 = 0; i < planesA; i++) {
    const plane = a.planes + i * stride + from
    const others = b.planes + from
    const line = cells + i * row
    let j: u32 = 0
    for (; j + 4 <= planesB; j += 4)
      sharedBitsOfFour(plane, others + j * stride, bytes, stride, line + (j << 2))
    for (; j < planesB; j++) store<u32>(line + (j << 2), sharedBits(plane, others + j * stride, bytes))
    const marginal = load<u32>(marginalsA + (i << 2))
    restOfA -= marginal
    let rest = marginal
    for (j = 0; j < planesB; j++) {
      const count = load<u32>(line + (j << 2))
      rest -= count
      if (!a.hasMissing) store<u32>(last + (j << 2), load<u32>(last + (j << 2)) - count)
    }
    if (!b.hasMissing) store<u32>(line + (planesB << 2), rest)
  }
  if (a.hasMissing || b.hasMissing) return
  for (let j: u32 = 0; j < planesB; j++) restOfA -= load<u32>(last + (j << 2))
  store<u32>(last + (planesB << 2), restOfA)
}

function countFrom<A>(a: Coded, b: Coded, rows: u32, cells: usize): void {
  if (b.width == 1) histogram<A, u8>(a, b, rows, cells)
  else if (b.width == 2) histogram<A, u16>(a, b, rows, cells)
  else histogram<A, u32>(a, b, rows, cells)
}

function histogram<A, B>(a: Coded, b: Coded, rows: u32, cells: usize): void {
  // Fields are read once: a store might change them, so the compiler would read them again for each row.
  const codesA = a.codes
  const codesB = b.codes
  const across = codeCount(b)
  let row: usize = 0
  if (sizeof<A>() == 1 && sizeof<B>() == 1) {
    // The cells of eight rows at once: there are at most 256 × 256.
    const wide = i16x8.splat(<i16>across)
    for (const end: usize = rows & ~7; row < end; row += 8) {
      const levels = i16x8.mul(v128.load_ext<u8>(codesA + row), wide)
      const places = i16x8.add(levels, v128.load_ext<u8>(codesB + row))
      increment(cells, i16x8.extract_lane_u(places, 0))
      increment(cells, i16x8.extract_lane_u(places, 1))
      increment(cells, i16x8.extract_lane_u(places, 2))
      increment(cells, i16x8.extract_lane_u(places, 3))
      increment(cells, i16x8.extract_lane_u(places, 4))
      increment(cells, i16x8.extract_lane_u(places, 5))
      increment(cells, i16x8.extract_lane_u(places, 6))
      increment(cells, i16x8.extract_lane_u(places, 7))
    }
  }
  for (; row < rows; row++) {
    const levelA = <u32>load<A>(codesA + row * sizeof<A>())
    increment(cells, levelA * across + <u32>load<B>(codesB + row * sizeof<B>()))
  }
}

function increment(cells: usize, place: u32): void {
  const cell = cells + (place << 2)
  store<u32>(cell, load<u32>(cell) + 1)
}

function weighFrom<A>(a: Coded, b: Coded, rows: u32, weights: usize, cells: usize): void {
  if (b.width == 1) weigh<A, u8>(a, b, rows, weights, cells)
  else if (b.width == 2) weigh<A, u16>(a, b, rows, weights, cells)
  else weigh<A, u32>(a, b, rows, weights, cells)
}

function weigh<A, B>(a: Coded, b: Coded, rows: u32, weights: usize, cells: usize): void {
  const codesA = a.codes
  const codesB = b.codes
  const across = codeCount(b)
  for (let row: usize = 0; row < rows; row++) {
    const levelA = <u32>load<A>(codesA + row * sizeof<A>())
    const cell = cells + ((levelA * across + <u32>load<B>(codesB + row * sizeof<B>())) << 3)
    store<f64>(cell, load<f64>(cell) + load<f64>(weights + (row << 3)))
  }
}

/** Clears a table, including the cells of missing levels. */
function fill(cells: usize, a: Coded, b: Coded, size: usize): void {
  memory.fill(cells, 0, codeCount(a) * codeCount(b) * size)
}

/** Removes the cells of missing levels. */
function dropMissingCells(cells: usize, a: Coded, b: Coded, size: usize): void {
  if (!b.hasMissing) return
  for (let level: usize = 1; level < a.count; level++) {
    memory.copy(cells + level * b.count * size, cells + level * (b.count + 1) * size, b.count * size)
  }
}
