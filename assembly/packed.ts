import { addCounts, countBits } from './packed-counts'

/**
 * A pack: 128 columns of few levels side by side. A row has 16 bytes for each level but the last, with a bit
 * for each column that has this level in the row: bit b of byte i belongs to column 16·b + i. So one
 * instruction processes all columns, and rows can be taken in any order.
 */
const columns: u32 = 128

/**
 * Grouped rows and the input shared by all calls of a job, laid out by the caller as ten numbers of 32 bits.
 */
@unmanaged
class PackedCounting {
  /** The number of rows of a pack. */
  total: u32
  /** The number of rows that count. */
  count: u32
  /** The numbers of these rows, group by group. */
  rows: usize
  /** The number of rows of each group. */
  sizes: usize
  /** Space for the counts of all groups, and of one more group for each outer level. */
  cells: usize
  /** Space for a byte of each column. */
  bytes: usize
  /** The high and the low part of count·log₂ count, for counts below `tabled`. */
  table: usize
  tabled: u32
  /**
   * Output, six numbers for each column: high and low part summed over its cells by outer level, and the
   * number of non-empty cells; then the same by group.
   */
  sums: usize
  /**
   * Output, two numbers of 32 bits for each count that is not in the table: the index of the three sums that
   * lack it, and the count.
   */
  untabled: usize
}

/**
 * Entropy sums of the first `count` columns of a pack with the outer levels, and with the groups if there is
 * more than one inner level: groups are sorted by outer level, then by inner level. The columns have at most
 * `levels` levels. Returns the number of counts that are not in the table.
 */
export function packedEntropies(
  counting: usize,
  outer: u32,
  inner: u32,
  pack: usize,
  count: u32,
  levels: u32,
): u32 {
  const input = changetype<PackedCounting>(counting)
  if (input.count < 256) return entropies<u8>(input, outer, inner, pack, count, levels)
  return entropies<u32>(input, outer, inner, pack, count, levels)
}

function entropies<T>(
  input: PackedCounting,
  outer: u32,
  inner: u32,
  pack: usize,
  count: u32,
  levels: u32,
): u32 {
  const bytes = levels * columns * sizeof<T>()
  const groups = outer * inner
  prefetch(pack, input.total * ((levels - 1) << 4), input.bytes)
  let rows = input.rows
  for (let group: u32 = 0; group < groups; group++) {
    const size = load<u32>(input.sizes + (group << 2))
    countGroup<T>(input, pack, rows, size, levels, input.cells + group * bytes)
    rows += size << 2
  }
  if (inner == 1) return sumCells<T>(input, input.cells, outer * levels, count, 0, 0)
  const pooled = input.cells + groups * bytes
  for (let level: u32 = 0; level < outer; level++) {
    addUp<T>(input.cells + level * inner * bytes, inner, bytes, pooled + level * bytes)
  }
  const untabledCount = sumCells<T>(input, pooled, outer * levels, count, 0, 0)
  return sumCells<T>(input, input.cells, groups * levels, count, 1, untabledCount)
}

/** Loads memory into the cache in sequence, before it is read in random order. */
function prefetch(from: usize, bytes: usize, scratch: usize): void {
  let all = i8x16.splat(0)
  for (let at: usize = 0; at < bytes; at += 64) all = v128.or(all, v128.load(from + at))
  v128.store(scratch, all)
}

/** Counts the rows of one group: a line of 128 columns for each level. */
function countGroup<T>(
  input: PackedCounting,
  pack: usize,
  rows: usize,
  size: u32,
  levels: u32,
  cells: usize,
): void {
  const stride = (levels - 1) << 4
  const line = columns * sizeof<T>()
  // The last level has the remaining rows.
  const last = cells + (levels - 1) * line
  for (let at: u32 = 0; at < line; at += 16) {
    v128.store(last + at, sizeof<T>() == 1 ? i8x16.splat(<i8>size) : i32x4.splat(size))
  }
  if (sizeof<T>() != 1) memory.fill(cells, 0, (levels - 1) * line)
  // A byte counts up to 255 rows; their bits for all levels are read while in the cache.
  for (let row: u32 = 0; row < size; row += 255) {
    const some = min(255, size - row)
    for (let level: u32 = 0; level < levels - 1; level++) {
      const plane = pack + (level << 4)
      const counts = cells + level * line
      if (sizeof<T>() == 1) countBits(plane, stride, rows, some, counts)
      else {
        countBits(plane, stride, rows + (row << 2), some, input.bytes)
        addCounts(input.bytes, columns, counts)
      }
    }
  }
  if (sizeof<T>() == 1 && size == 0) memory.fill(cells, 0, (levels - 1) * line)
  for (let counts = cells; counts < last; counts += line) subtract<T>(last, counts, line)
}

/** Subtracts counts. */
function subtract<T>(from: usize, counts: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const all = v128.load(from + at)
    const taken = v128.load(counts + at)
    v128.store(from + at, sizeof<T>() == 1 ? i8x16.sub(all, taken) : i32x4.sub(all, taken))
  }
}

/** Adds up consecutive tables. */
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
 * Sums lines of counts, one count of each column a line, into the first (`part` 0) or last three numbers of
 * the first `count` columns. `untabledCount` counts are not in the table so far; returns the new number.
 */
function sumCells<T>(
  input: PackedCounting,
  cells: usize,
  lines: u32,
  count: u32,
  part: u32,
  untabledCount: u32,
): u32 {
  const line = columns * sizeof<T>()
  const end = cells + lines * line
  const sums = input.sums + part * 24
  if (input.count >= input.tabled)
    untabledCount = extractUntabled<T>(input, cells, end, count, part, untabledCount)
  countOccupied<T>(cells, end, lines, count, sums + 16)
  const table = input.table
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
  return untabledCount
}

/** Counts the non-empty cells of each column, into numbers 48 bytes apart. */
function countOccupied<T>(cells: usize, end: usize, lines: u32, count: u32, to: usize): void {
  const line = columns * sizeof<T>()
  const together = 16 / sizeof<T>()
  const nothing = i8x16.splat(0)
  for (let column: u32 = 0; column < count; column += together) {
    // Counts empty cells in bytes or in 32 bits; bytes are added up before they overflow.
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

/** Stores the number of non-empty cells of four columns. */
function storeOccupied(empty: v128, lines: u32, to: usize): void {
  const occupied = i32x4.sub(i32x4.splat(lines), empty)
  store<f64>(to, i32x4.extract_lane(occupied, 0))
  store<f64>(to, i32x4.extract_lane(occupied, 1), 48)
  store<f64>(to, i32x4.extract_lane(occupied, 2), 96)
  store<f64>(to, i32x4.extract_lane(occupied, 3), 144)
}

/** Lists the counts that are not in the table, and sets their cells to 0. */
function extractUntabled<T>(
  input: PackedCounting,
  cells: usize,
  end: usize,
  count: u32,
  part: u32,
  untabledCount: u32,
): u32 {
  for (let at = cells; at < end; at += sizeof<T>()) {
    const rows = <u32>load<T>(at)
    if (rows < input.tabled) continue
    store<T>(at, 0)
    const column = (<u32>((at - cells) / sizeof<T>())) & (columns - 1)
    if (column >= count) continue
    store<u32>(input.untabled + (untabledCount << 3), (column << 1) + part)
    store<u32>(input.untabled + (untabledCount << 3), rows, 4)
    untabledCount++
  }
  return untabledCount
}
