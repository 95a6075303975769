import { addCounts, countBits } from './packed-counts'

/**
 * A bundle: 128 columns of few levels side by side. A row has sixteen bytes for each level but the last, a bit for each
 * column that has it there: bit b of byte i is that of column 16·b + i. So one instruction looks at all columns, and the
 * rows are taken in whatever order they are wanted.
 */
const columns: u32 = 128

/** Rows in groups, and what every call of a job has in common, as the caller lays it out, ten numbers of 32 bits. */
@unmanaged
class Bundling {
  /** How many rows a bundle has. */
  total: u32
  /** How many of them count. */
  count: u32
  /** The rows' numbers, those of a group together. */
  rows: usize
  /** How many rows each group has. */
  sizes: usize
  /** Room for the counts of all groups, and of a group for each outer level. */
  cells: usize
  /** Room for a byte of each column. */
  bytes: usize
  /** For each count below `tabled` the high and the low part of count·log₂ count. */
  table: usize
  tabled: u32
  /**
   * Gets six numbers for each column: those of the table summed over its cells by outer levels, and how many hold a row; then
   * the same by groups.
   */
  sums: usize
  /** Gets two numbers of 32 bits for each count beyond the table: the three sums it is missing in, and the count. */
  rest: usize
}

/**
 * Entropy sums of the first `count` columns of a bundle with the outer levels, and with the groups where there is more
 * than one inner level: groups stand by their outer level, then by their inner one. The columns have at most so many
 * levels. Returns how many counts are beyond the table.
 */
export function packedEntropies(
  bundling: usize,
  outer: u32,
  inner: u32,
  bundle: usize,
  count: u32,
  levels: u32,
): u32 {
  const given = changetype<Bundling>(bundling)
  if (given.count < 256) return entropies<u8>(given, outer, inner, bundle, count, levels)
  return entropies<u32>(given, outer, inner, bundle, count, levels)
}

function entropies<T>(given: Bundling, outer: u32, inner: u32, bundle: usize, count: u32, levels: u32): u32 {
  const bytes = levels * columns * sizeof<T>()
  const groups = outer * inner
  readThrough(bundle, given.total * ((levels - 1) << 4), given.bytes)
  let rows = given.rows
  for (let group: u32 = 0; group < groups; group++) {
    const size = load<u32>(given.sizes + (group << 2))
    countGroup<T>(given, bundle, rows, size, levels, given.cells + group * bytes)
    rows += size << 2
  }
  if (inner == 1) return sumCells<T>(given, given.cells, outer * levels, count, 0, 0)
  const pooled = given.cells + groups * bytes
  for (let level: u32 = 0; level < outer; level++) {
    addUp<T>(given.cells + level * inner * bytes, inner, bytes, pooled + level * bytes)
  }
  const left = sumCells<T>(given, pooled, outer * levels, count, 0, 0)
  return sumCells<T>(given, given.cells, groups * levels, count, 1, left)
}

/** Brings what is read in leaps next near to hand, in the order in which memory gives it fastest. */
function readThrough(from: usize, bytes: usize, scratch: usize): void {
  let all = i8x16.splat(0)
  for (let at: usize = 0; at < bytes; at += 64) all = v128.or(all, v128.load(from + at))
  v128.store(scratch, all)
}

/** The counts of one group: for each level one of each column. */
function countGroup<T>(
  given: Bundling,
  bundle: usize,
  rows: usize,
  size: u32,
  levels: u32,
  cells: usize,
): void {
  const stride = (levels - 1) << 4
  const line = columns * sizeof<T>()
  // The last level has what the others leave.
  const last = cells + (levels - 1) * line
  for (let at: u32 = 0; at < line; at += 16) {
    v128.store(last + at, sizeof<T>() == 1 ? i8x16.splat(<i8>size) : i32x4.splat(size))
  }
  if (sizeof<T>() != 1) memory.fill(cells, 0, (levels - 1) * line)
  // So many rows at once as a byte counts, and their bits of one level after another, while they are at hand.
  for (let row: u32 = 0; row < size; row += 255) {
    const some = min(255, size - row)
    for (let level: u32 = 0; level < levels - 1; level++) {
      const sheet = bundle + (level << 4)
      const counts = cells + level * line
      if (sizeof<T>() == 1) countBits(sheet, stride, rows, some, counts)
      else {
        countBits(sheet, stride, rows + (row << 2), some, given.bytes)
        addCounts(given.bytes, columns, counts)
      }
    }
  }
  if (sizeof<T>() == 1 && size == 0) memory.fill(cells, 0, (levels - 1) * line)
  for (let counts = cells; counts < last; counts += line) subtract<T>(last, counts, line)
}

/** Takes counts from counts. */
function subtract<T>(from: usize, counts: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const all = v128.load(from + at)
    const taken = v128.load(counts + at)
    v128.store(from + at, sizeof<T>() == 1 ? i8x16.sub(all, taken) : i32x4.sub(all, taken))
  }
}

/** Adds up tables that stand one after the other. */
function addUp<T>(tables: usize, count: u32, bytes: usize, to: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    let sum = v128.load(tables + at)
    for (let table: u32 = 1; table < count; table++) {
      const next = v128.load(tables + table * bytes + at)
      sum = sizeof<T>() == 1 ? i8x16.add(sum, next) : i32x4.add(sum, next)
    }
    v128.store(to + at, sum)
  }
}

/**
 * Sums so many lines of counts, one of each column a line, into the first or second three numbers of the first `count`
 * columns. `left` counts are beyond the table by now; returns how many are then.
 */
function sumCells<T>(given: Bundling, cells: usize, lines: u32, count: u32, part: u32, left: u32): u32 {
  const line = columns * sizeof<T>()
  const end = cells + lines * line
  const sums = given.sums + part * 24
  if (given.count >= given.tabled) left = takeOut<T>(given, cells, end, count, part, left)
  countOccupied<T>(cells, end, lines, count, sums + 16)
  const table = given.table
  for (let column: u32 = 0; column < count; column += 4) {
    let logs0 = f64x2.splat(0)
    let logs1 = logs0
    let logs2 = logs0
    let logs3 = logs0
    for (let at = cells + column * sizeof<T>(); at < end; at += line) {
      logs0 = f64x2.add(logs0, v128.load(table + ((<usize>load<T>(at)) << 4)))
      logs1 = f64x2.add(logs1, v128.load(table + ((<usize>load<T>(at, sizeof<T>())) << 4)))
      logs2 = f64x2.add(logs2, v128.load(table + ((<usize>load<T>(at, 2 * sizeof<T>())) << 4)))
      logs3 = f64x2.add(logs3, v128.load(table + ((<usize>load<T>(at, 3 * sizeof<T>())) << 4)))
    }
    const to = sums + column * 48
    v128.store(to, logs0)
    v128.store(to, logs1, 48)
    v128.store(to, logs2, 96)
    v128.store(to, logs3, 144)
  }
  return left
}

/** How many of so many cells of each column hold a row, in numbers 48 bytes apart. */
function countOccupied<T>(cells: usize, end: usize, lines: u32, count: u32, to: usize): void {
  const line = columns * sizeof<T>()
  const together = 16 / sizeof<T>()
  const nothing = i8x16.splat(0)
  for (let column: u32 = 0; column < count; column += together) {
    // Empty cells are counted in bytes, or in 32 bits; bytes are emptied before they are full.
    let sum0 = i32x4.splat(0)
    let sum1 = sum0
    let sum2 = sum0
    let sum3 = sum0
    let at = cells + column * sizeof<T>()
    while (at < end) {
      const stop = min(end, at + 255 * line)
      let empty = nothing
      for (; at < stop; at += line) {
        const counts = v128.load(at)
        empty =
          sizeof<T>() == 1
            ? i8x16.sub(empty, i8x16.eq(counts, nothing))
            : i32x4.sub(empty, i32x4.eq(counts, nothing))
      }
      if (sizeof<T>() == 1) {
        const low = i16x8.extend_low_i8x16_u(empty)
        const high = i16x8.extend_high_i8x16_u(empty)
        sum0 = i32x4.add(sum0, i32x4.extend_low_i16x8_u(low))
        sum1 = i32x4.add(sum1, i32x4.extend_high_i16x8_u(low))
        sum2 = i32x4.add(sum2, i32x4.extend_low_i16x8_u(high))
        sum3 = i32x4.add(sum3, i32x4.extend_high_i16x8_u(high))
      } else sum0 = i32x4.add(sum0, empty)
    }
    storeOccupied(sum0, lines, to + column * 48)
    if (sizeof<T>() != 1) continue
    storeOccupied(sum1, lines, to + (column + 4) * 48)
    storeOccupied(sum2, lines, to + (column + 8) * 48)
    storeOccupied(sum3, lines, to + (column + 12) * 48)
  }
}

/** Of four columns: of so many cells those that are not empty. */
function storeOccupied(empty: v128, lines: u32, to: usize): void {
  const occupied = i32x4.sub(i32x4.splat(lines), empty)
  store<f64>(to, i32x4.extract_lane(occupied, 0))
  store<f64>(to, i32x4.extract_lane(occupied, 1), 48)
  store<f64>(to, i32x4.extract_lane(occupied, 2), 96)
  store<f64>(to, i32x4.extract_lane(occupied, 3), 144)
}

/** Notes the counts that are beyond the table, and leaves nothing in their cells. */
function takeOut<T>(given: Bundling, cells: usize, end: usize, count: u32, part: u32, left: u32): u32 {
  for (let at = cells; at < end; at += sizeof<T>()) {
    const rows = <u32>load<T>(at)
    if (rows < given.tabled) continue
    store<T>(at, 0)
    const column = (<u32>((at - cells) / sizeof<T>())) & (columns - 1)
    if (column >= count) continue
    store<u32>(given.rest + (left << 3), (column << 1) + part)
    store<u32>(given.rest + (left << 3), rows, 4)
    left++
  }
  return left
}
