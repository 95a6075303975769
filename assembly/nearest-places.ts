import { Search } from './nearest-search'

/** The k-th neighbour is at distance 0. */
const isAtZero: u8 = 1
/** More than k rows are within the k-th distance. */
const isTied: u8 = 2

/**
 * The bytes of a row in `values`: squared differences and squared distances for k places, or one distance.
 */
export function bytesOfRow(search: Search): usize {
  return search.target ? search.k << 4 : 8
}

/** Writes the results of the neighbours found for a row. */
export function writePlaces(search: Search, row: u32): void {
  const k = search.k
  const kth = search.kth
  const count = search.count
  const tied = search.tied
  const at = row - search.from
  store<u8>(search.marks + at, (kth == 0 ? isAtZero : 0) | (count + tied > k ? isTied : 0))
  const values = search.values + at * bytesOfRow(search)
  if (!search.target) {
    store<f64>(values, search.squared ? sqrt(kth) : kth)
    return
  }
  const y = load<f64>(search.target + (row << 3))
  const squares = values + (k << 3)
  for (let place: u32 = 0; place < count;) {
    const distance = load<f64>(search.distances + (place << 3))
    let end = place + 1
    if (!search.first) while (end < count && load<f64>(search.distances + (end << 3)) == distance) end++
    const mean = meanDifference(search, y, search.found + (place << 2), end - place)
    const square = search.squared ? distance : distance * distance
    for (; place < end; place++) {
      store<f64>(values + (place << 3), mean)
      store<f64>(squares + (place << 3), square)
    }
  }
  const square = search.squared ? kth : kth * kth
  let mean = search.first ? 0 : meanDifference(search, y, search.ties, tied)
  for (let place = count; place < k; place++) {
    if (search.first) mean = meanDifference(search, y, search.ties + ((place - count) << 2), 1)
    store<f64>(values + (place << 3), mean)
    store<f64>(squares + (place << 3), square)
  }
}

function meanDifference(search: Search, y: f64, rows: usize, count: u32): f64 {
  let sum: f64 = 0
  for (let i: u32 = 0; i < count; i++) {
    const difference = y - load<f64>(search.target + (load<u32>(rows + (i << 2)) << 3))
    sum += difference * difference
  }
  return sum / <f64>count
}

/**
 * Writes the results of `count` > k rows, ascending, that coincide and have no other row at a distance that
 * equals 0. Every row is compared with all, including itself, which adds 0.
 */
export function writeCoincident(search: Search, members: usize, count: u32): void {
  const from = search.from
  const to = search.to
  const k = search.k
  const target = search.target
  let first: u32 = 0
  while (first < count && load<u32>(members + (first << 2)) < from) first++
  let end = first
  while (end < count && load<u32>(members + (end << 2)) < to) end++
  const bytes = bytesOfRow(search)
  for (let i = first; i < end; i++) {
    const at = load<u32>(members + (i << 2)) - from
    store<u8>(search.marks + at, isAtZero | (count - 1 > k ? isTied : 0))
    memory.fill(search.values + at * bytes, 0, bytes)
  }
  if (!target) return
  if (search.first) {
    for (let i = first; i < end; i++) writeFirstCoincident(search, members, i)
    return
  }
  // Copies their targets together, so that rows are compared in vector lanes.
  const targets = search.distances
  for (let i: u32 = 0; i < count; i++) {
    store<f64>(targets + (i << 3), load<f64>(target + (load<u32>(members + (i << 2)) << 3)))
  }
  for (let i = first; i < end; i += 4) {
    const y01 = v128.load(targets + (i << 3))
    const y23 = v128.load(targets + (i << 3), 16)
    let sum01 = f64x2.splat(0)
    let sum23 = sum01
    for (let at = targets; at < targets + (count << 3); at += 8) {
      const other = v128.load64_splat(at)
      const difference01 = f64x2.sub(y01, other)
      const difference23 = f64x2.sub(y23, other)
      sum01 = f64x2.add(sum01, f64x2.mul(difference01, difference01))
      sum23 = f64x2.add(sum23, f64x2.mul(difference23, difference23))
    }
    writeMean(search, members, i, end, f64x2.extract_lane(sum01, 0), count)
    writeMean(search, members, i + 1, end, f64x2.extract_lane(sum01, 1), count)
    writeMean(search, members, i + 2, end, f64x2.extract_lane(sum23, 0), count)
    writeMean(search, members, i + 3, end, f64x2.extract_lane(sum23, 1), count)
  }
}

function writeMean(search: Search, members: usize, i: u32, end: u32, sum: f64, count: u32): void {
  if (i >= end) return
  const mean = sum / <f64>(count - 1)
  const values = search.values + (load<u32>(members + (i << 2)) - search.from) * bytesOfRow(search)
  for (let place: u32 = 0; place < search.k; place++) store<f64>(values + (place << 3), mean)
}

function writeFirstCoincident(search: Search, members: usize, i: u32): void {
  const row = load<u32>(members + (i << 2))
  const y = load<f64>(search.target + (row << 3))
  const values = search.values + (row - search.from) * bytesOfRow(search)
  for (let place: u32 = 0; place < search.k; place++) {
    const other = place < i ? place : place + 1
    store<f64>(values + (place << 3), meanDifference(search, y, members + (other << 2), 1))
  }
}
