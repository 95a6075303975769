import { keepSmallest } from './lattice-least'

/*
 * A node lists the rows that may be nearest in some set below it. Layout: 32 bytes with a bound for each choice of
 * three columns; 16 bytes for each row, its differences in these columns and the sum of those in all later ones; 4
 * bytes for each row, its distance so far; then, in blocks of 64 rows, their distances with each of the 8 choices and
 * the sum of their differences in all later columns.
 */

const header: usize = 32
const array: usize = 256
const block: usize = 9 * array

/** The size in bytes of a node for a number of rows. */
export function nodeSize(rows: u32): u32 {
  return <u32>header + ((rows >> 6) + 1) * (64 * 20 + <u32>block)
}

/** The address of the distances of a node. */
export function listOf(node: usize, rows: u32): usize {
  return node + header + (((rows >> 6) + 1) << 10)
}

/** The address of the distances with a choice of the columns, of the first 64 rows of a node. */
export function choiceOf(node: usize, rows: u32, choice: u32): usize {
  return listOf(node, rows) + (((rows >> 6) + 1) << 8) + (choice << 8)
}

/** The address of the distances of the next 64 rows. */
export function after64(distances: usize): usize {
  return distances + block
}

/**
 * Stores a row at a place of a node: its distance, and its differences in three columns and in all later
 * ones.
 */
export function put(node: usize, list: usize, place: usize, distance: i32, differences: v128): void {
  store<i32>(list + (place << 2), distance)
  v128.store(node + (place << 4), differences, header)
}

/**
 * Computes the distances with every choice of the three columns, and for each choice the smallest distance
 * with all later columns: the nearest row of every set below is at most that far.
 */
export function takeColumns(node: usize, rows: u32, count: u32): void {
  let from = listOf(node, rows)
  // Places after the last row get a distance beyond all others.
  for (let i = count; i & 3; i++) put(node, from, i, 0x60000000, i32x4.splat(0))
  let least0 = i32x4.splat(i32.MAX_VALUE)
  let least1 = least0
  let least2 = least0
  let least3 = least0
  let least4 = least0
  let least5 = least0
  let least6 = least0
  let least7 = least0
  let differences = node + header
  let start = choiceOf(node, rows, 0)
  for (let first: u32 = 0; first < count; first += 64, start += block) {
    const end = start + (min<u32>(count - first, 64) << 2)
    for (let at = start; at < end; at += 16, from += 16, differences += 64) {
      const none = v128.load(from)
      const row0 = v128.load(differences)
      const row1 = v128.load(differences, 16)
      const row2 = v128.load(differences, 32)
      const row3 = v128.load(differences, 48)
      v128.store(at, none)
      const ab01 = v128.shuffle<i32>(row0, row1, 0, 4, 1, 5)
      const ab23 = v128.shuffle<i32>(row2, row3, 0, 4, 1, 5)
      const cd01 = v128.shuffle<i32>(row0, row1, 2, 6, 3, 7)
      const cd23 = v128.shuffle<i32>(row2, row3, 2, 6, 3, 7)
      const a = v128.shuffle<i64>(ab01, ab23, 0, 2)
      const b = v128.shuffle<i64>(ab01, ab23, 1, 3)
      const c = v128.shuffle<i64>(cd01, cd23, 0, 2)
      const rest = v128.shuffle<i64>(cd01, cd23, 1, 3)
      v128.store(at, rest, 8 * array)
      least0 = i32x4.min_s(least0, i32x4.add(none, rest))
      const withA = i32x4.add(none, a)
      v128.store(at, withA, array)
      least1 = i32x4.min_s(least1, i32x4.add(withA, rest))
      const withB = i32x4.add(none, b)
      v128.store(at, withB, 2 * array)
      least2 = i32x4.min_s(least2, i32x4.add(withB, rest))
      const withAB = i32x4.add(withA, b)
      v128.store(at, withAB, 3 * array)
      least3 = i32x4.min_s(least3, i32x4.add(withAB, rest))
      const withC = i32x4.add(none, c)
      v128.store(at, withC, 4 * array)
      least4 = i32x4.min_s(least4, i32x4.add(withC, rest))
      const withAC = i32x4.add(withA, c)
      v128.store(at, withAC, 5 * array)
      least5 = i32x4.min_s(least5, i32x4.add(withAC, rest))
      const withBC = i32x4.add(withB, c)
      v128.store(at, withBC, 6 * array)
      least6 = i32x4.min_s(least6, i32x4.add(withBC, rest))
      const withABC = i32x4.add(withAB, c)
      v128.store(at, withABC, 7 * array)
      least7 = i32x4.min_s(least7, i32x4.add(withABC, rest))
    }
  }
  v128.store(node, leastOfFour(least0, least1, least2, least3))
  v128.store(node, leastOfFour(least4, least5, least6, least7), 16)
}

/** The bound of a choice, computed by `takeColumns`. */
export function boundOf(node: usize, choice: u32): i32 {
  return load<i32>(node + (choice << 2))
}

/**
 * The k-th smallest distance with a choice of the columns and, if `all`, with all later ones; `smallest` has
 * space for k.
 */
export function kthBound(distances: usize, choice: u32, all: bool, count: u32, k: u32, smallest: usize): i32 {
  const last = smallest + ((k - 1) << 2)
  for (let at = smallest; at <= last; at += 4) store<i32>(at, i32.MAX_VALUE)
  for (let first: u32 = 0; first < count; first += 64, distances += block) {
    const end = distances + (min<u32>(count - first, 64) << 2)
    for (let at = distances; at < end; at += 16) {
      let four = v128.load(at)
      if (all) four = i32x4.add(four, v128.load(at + (8 - choice) * array))
      if (!v128.any_true(i32x4.lt_s(four, v128.load_splat<i32>(last)))) continue
      keepSmallest<i32>(smallest, k, i32x4.extract_lane(four, 0))
      keepSmallest<i32>(smallest, k, i32x4.extract_lane(four, 1))
      keepSmallest<i32>(smallest, k, i32x4.extract_lane(four, 2))
      keepSmallest<i32>(smallest, k, i32x4.extract_lane(four, 3))
    }
  }
  return load<i32>(last)
}

/** A bit for each of the next 64 rows, or fewer, that is within a distance. */
export function marksOf(distances: usize, left: u32, within: v128): u64 {
  let marks: u64 = 0
  for (let shift: u32 = 0; shift < min<u32>(left, 64); shift += 16) {
    const a = i32x4.gt_s(v128.load(distances), within)
    const b = i32x4.gt_s(v128.load(distances, 16), within)
    const c = i32x4.gt_s(v128.load(distances, 32), within)
    const d = i32x4.gt_s(v128.load(distances, 48), within)
    const bytes = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d))
    marks |= (<u64>(~i8x16.bitmask(bytes) & 0xffff)) << shift
    distances += 64
  }
  return left < 64 ? marks & (((<u64>1) << left) - 1) : marks
}

/** The smallest lane of each of four vectors. */
function leastOfFour(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.min_s(v128.shuffle<i32>(a, b, 0, 1, 4, 5), v128.shuffle<i32>(a, b, 2, 3, 6, 7))
  const cd = i32x4.min_s(v128.shuffle<i32>(c, d, 0, 1, 4, 5), v128.shuffle<i32>(c, d, 2, 3, 6, 7))
  return i32x4.min_s(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7))
}

/** Lists the distances of the rows within a distance; returns their number. */
export function gather(distances: usize, count: u32, within: i32, list: usize): u32 {
  let to = list
  for (let first: u32 = 0; first < count; first += 64, distances += block) {
    for (let marks = marksOf(distances, count - first, i32x4.splat(within)); marks; marks &= marks - 1) {
      store<i32>(to, load<i32>(distances + ((<usize>ctz(marks)) << 2)))
      to += 4
    }
  }
  return (<u32>(to - list)) >> 2
}
