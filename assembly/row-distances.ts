// Distances of some rows to all rows, and sums over the neighbours that were chosen by them. Columns are
// stored one after the other, `stride` bytes apart. A missing number is NaN; a level is a whole number.

/** How two values of a column differ: by their distance, its square, or 1 if they are not the same. */
type Absolute = u8
type Squared = u16
type Unequal = u32

/** Rows whose distances are computed together, so that they stay in the fastest cache. */
const tileRows: u32 = 1024

function differences<D>(a: v128, b: v128): v128 {
  if (sizeof<D>() == 4) return v128.and(f64x2.ne(a, b), f64x2.splat(1))
  const difference = f64x2.sub(a, b)
  if (sizeof<D>() == 2) return f64x2.mul(difference, difference)
  return f64x2.abs(difference)
}

function difference<D>(a: f64, b: f64): f64 {
  if (sizeof<D>() == 4) return a == b ? 0 : 1
  if (sizeof<D>() == 2) return (a - b) * (a - b)
  return abs(a - b)
}

/**
 * Adds the differences of columns to the distances of some rows to all rows. `distances` holds `stride` bytes
 * for each of the rows listed at `queries`. `kind` is 0 for absolute differences, 1 for squared ones, 2 for
 * levels. Rows are padded to an even number.
 */
export function addDistances(
  distances: usize,
  queries: usize,
  count: u32,
  columns: usize,
  stride: usize,
  width: u32,
  rows: u32,
  kind: u32,
): void {
  if (kind == 0) addAll<Absolute>(distances, queries, count, columns, stride, width, rows)
  else if (kind == 1) addAll<Squared>(distances, queries, count, columns, stride, width, rows)
  else addAll<Unequal>(distances, queries, count, columns, stride, width, rows)
}

function addAll<D>(
  distances: usize,
  queries: usize,
  count: u32,
  columns: usize,
  stride: usize,
  width: u32,
  rows: u32,
): void {
  for (let from: u32 = 0; from < rows; from += tileRows) {
    const bytes = (<usize>min(tileRows, rows - from)) << 3
    let column = columns + ((<usize>from) << 3)
    let left = width
    for (; left >= 4; left -= 4) {
      for (let i: u32 = 0; i < count; i++) {
        const own = column - ((<usize>from) << 3) + ((<usize>load<u32>(queries + (i << 2))) << 3)
        addFour<D>(distances + i * stride + ((<usize>from) << 3), column, own, stride, bytes)
      }
      column += stride << 2
    }
    for (; left > 0; left--) {
      for (let i: u32 = 0; i < count; i++) {
        const own = column - ((<usize>from) << 3) + ((<usize>load<u32>(queries + (i << 2))) << 3)
        addOne<D>(distances + i * stride + ((<usize>from) << 3), column, own, bytes)
      }
      column += stride
    }
  }
}

function addFour<D>(to: usize, column: usize, own: usize, stride: usize, bytes: usize): void {
  const a = v128.load64_splat(own)
  const b = v128.load64_splat(own + stride)
  const c = v128.load64_splat(own + 2 * stride)
  const d = v128.load64_splat(own + 3 * stride)
  const second = column + stride
  const third = second + stride
  const fourth = third + stride
  for (let at: usize = 0; at < bytes; at += 16) {
    const near = f64x2.add(
      differences<D>(v128.load(column + at), a),
      differences<D>(v128.load(second + at), b),
    )
    const far = f64x2.add(differences<D>(v128.load(third + at), c), differences<D>(v128.load(fourth + at), d))
    v128.store(to + at, f64x2.add(v128.load(to + at), f64x2.add(near, far)))
  }
}

function addOne<D>(to: usize, column: usize, own: usize, bytes: usize): void {
  const a = v128.load64_splat(own)
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(to + at, f64x2.add(v128.load(to + at), differences<D>(v128.load(column + at), a)))
  }
}

/** Rows of a class stand together: class c has the rows from `starts[c]` to `starts[c + 1] − 1`. */
@unmanaged
export class ColumnWithGaps {
  values: usize
  /**
   * For each class in turn and each row: the difference that is expected from a missing value of that class.
   */
  expected: usize
  rows: u32
  classes: u32
  starts: usize
  kind: u32
}

/**
 * Adds the differences of a column with missing values, expected ones where a value is missing, for one row
 * of a class.
 */
export function addWithGaps(to: usize, columnAt: usize, row: u32, ofClass: u32): void {
  const column = changetype<ColumnWithGaps>(columnAt)
  const rows = column.rows
  const own = load<f64>(column.values + ((<usize>row) << 3))
  if (own != own) {
    const expected = column.expected + <usize>ofClass * ((<usize>rows) << 3)
    const end: usize = (<usize>rows) << 3
    let at: usize = 0
    for (; at + 16 <= end; at += 16) {
      v128.store(to + at, f64x2.add(v128.load(to + at), v128.load(expected + at)))
    }
    for (; at < end; at += 8) store<f64>(to + at, load<f64>(to + at) + load<f64>(expected + at))
    return
  }
  for (let c: u32 = 0; c < column.classes; c++) {
    const missing = load<f64>(column.expected + (<usize>c * rows + row) * 8)
    const start = (<usize>load<u32>(column.starts + (c << 2))) << 3
    const end = (<usize>load<u32>(column.starts + ((c + 1) << 2))) << 3
    if (column.kind == 0) addKnown<Absolute>(to, column.values, own, missing, start, end)
    else if (column.kind == 1) addKnown<Squared>(to, column.values, own, missing, start, end)
    else addKnown<Unequal>(to, column.values, own, missing, start, end)
  }
}

/** Adds the differences of some rows from a value, and one number for all of them that are missing. */
function addKnown<D>(to: usize, values: usize, own: f64, missing: f64, start: usize, end: usize): void {
  const owns = f64x2.splat(own)
  const gaps = f64x2.splat(missing)
  let at = start
  for (; at + 16 <= end; at += 16) {
    const other = v128.load(values + at)
    const added = v128.bitselect(differences<D>(other, owns), gaps, f64x2.eq(other, other))
    v128.store(to + at, f64x2.add(v128.load(to + at), added))
  }
  for (; at < end; at += 8) {
    const other = load<f64>(values + at)
    store<f64>(to + at, load<f64>(to + at) + (other == other ? difference<D>(own, other) : missing))
  }
}

function ofKind(a: f64, b: f64, kind: u32): f64 {
  if (kind == 0) return difference<Absolute>(a, b)
  return kind == 1 ? difference<Squared>(a, b) : difference<Unequal>(a, b)
}

/**
 * Neighbours of a row that count alike: their differences, or their products with `weights`, are added to one
 * sum.
 */
@unmanaged
export class NeighbourRun {
  /** The row whose neighbours they are, and its class. */
  row: u32
  ofClass: u32
  /** Where the neighbours are listed, and how many they are. */
  neighbours: usize
  count: u32
  /** A weight for each of them, or 0 where each counts once. */
  weights: usize
  /** The sum of the first of all columns; those of the others follow. */
  sums: usize
  /** What each difference is multiplied by. */
  share: f64
}

/**
 * Adds the differences of columns, the first of which is at place `first` among all, over the neighbours of
 * runs to their sums.
 */
export function addNeighbours(
  columns: usize,
  stride: usize,
  first: u32,
  width: u32,
  runs: usize,
  count: u32,
  kind: u32,
): void {
  if (kind == 0) sumRuns<Absolute>(columns, stride, first, width, runs, count)
  else if (kind == 1) sumRuns<Squared>(columns, stride, first, width, runs, count)
  else sumRuns<Unequal>(columns, stride, first, width, runs, count)
}

function sumRuns<D>(columns: usize, stride: usize, first: u32, width: u32, runs: usize, count: u32): void {
  const end = runs + <usize>count * offsetof<NeighbourRun>()
  for (let i: usize = 0; i < width; i++) {
    const column = columns + i * stride
    const place = (first + i) << 3
    for (let at = runs; at < end; at += offsetof<NeighbourRun>()) {
      const run = changetype<NeighbourRun>(at)
      const own = load<f64>(column + ((<usize>run.row) << 3))
      const sum = run.weights ? weighted<D>(column, own, run) : plain<D>(column, own, run)
      store<f64>(run.sums + place, load<f64>(run.sums + place) + run.share * sum)
    }
  }
}

/** Four sums at a time, so that an addition need not wait for the one before. */
function plain<D>(column: usize, own: f64, run: NeighbourRun): f64 {
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  let at = run.neighbours
  const end = at + ((<usize>run.count) << 2)
  for (; at + 16 <= end; at += 16) {
    a += difference<D>(load<f64>(column + ((<usize>load<u32>(at)) << 3)), own)
    b += difference<D>(load<f64>(column + ((<usize>load<u32>(at, 4)) << 3)), own)
    c += difference<D>(load<f64>(column + ((<usize>load<u32>(at, 8)) << 3)), own)
    d += difference<D>(load<f64>(column + ((<usize>load<u32>(at, 12)) << 3)), own)
  }
  for (; at < end; at += 4) a += difference<D>(load<f64>(column + ((<usize>load<u32>(at)) << 3)), own)
  return a + b + (c + d)
}

function weighted<D>(column: usize, own: f64, run: NeighbourRun): f64 {
  let sum: f64 = 0
  for (let i: usize = 0; i < run.count; i++) {
    const row = load<u32>(run.neighbours + (i << 2))
    sum += load<f64>(run.weights + (i << 3)) * difference<D>(load<f64>(column + ((<usize>row) << 3)), own)
  }
  return sum
}

/** The same for a column with missing values, with the differences that are expected. */
export function addNeighboursWithGaps(
  columnAt: usize,
  place: u32,
  classOf: usize,
  runs: usize,
  count: u32,
): void {
  const column = changetype<ColumnWithGaps>(columnAt)
  const offset = (<usize>place) << 3
  const end = runs + <usize>count * offsetof<NeighbourRun>()
  for (let at = runs; at < end; at += offsetof<NeighbourRun>()) {
    const run = changetype<NeighbourRun>(at)
    let sum: f64 = 0
    for (let i: usize = 0; i < run.count; i++) {
      const row = load<u32>(run.neighbours + (i << 2))
      const weight = run.weights ? load<f64>(run.weights + (i << 3)) : 1
      sum += weight * expectedDifference(column, run.row, run.ofClass, row, classOf)
    }
    store<f64>(run.sums + offset, load<f64>(run.sums + offset) + run.share * sum)
  }
}

function expectedDifference(column: ColumnWithGaps, row: u32, ofClass: u32, other: u32, classOf: usize): f64 {
  const a = load<f64>(column.values + ((<usize>row) << 3))
  const rows = <usize>column.rows
  if (a != a) return load<f64>(column.expected + ((<usize>ofClass * rows + other) << 3))
  const b = load<f64>(column.values + ((<usize>other) << 3))
  if (b == b) return ofKind(a, b, column.kind)
  const otherClass = load<u32>(classOf + ((<usize>other) << 2))
  return load<f64>(column.expected + ((<usize>otherClass * rows + row) << 3))
}
