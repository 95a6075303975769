import { multiplyRows } from './model-columns'

// Products of listed columns of numbers with numbers of rows. Column c is at `x + c * stride`; `list` has the
// numbers of some columns, of 32 bits each. Rows are padded to pairs with zeros.

/** Writes Σ_row x_c[row]·values[row] for each column c of the list. */
export function projectListed(
  x: usize,
  stride: usize,
  list: usize,
  count: u32,
  rows: u32,
  values: usize,
  to: usize,
): void {
  let i: u32 = 0
  for (; i + 4 <= count; i += 4) projectFour(x, stride, list + (i << 2), rows, values, to + (i << 3))
  for (; i < count; i++) projectOne(columnAt(x, stride, list, i), rows, values, to + (i << 3))
}

function projectFour(x: usize, stride: usize, list: usize, rows: u32, values: usize, to: usize): void {
  const x0 = columnAt(x, stride, list, 0)
  const x1 = columnAt(x, stride, list, 1)
  const x2 = columnAt(x, stride, list, 2)
  const x3 = columnAt(x, stride, list, 3)
  let s0 = f64x2.splat(0)
  let s1 = s0
  let s2 = s0
  let s3 = s0
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const value = v128.load(values + at)
    s0 = f64x2.add(s0, f64x2.mul(v128.load(x0 + at), value))
    s1 = f64x2.add(s1, f64x2.mul(v128.load(x1 + at), value))
    s2 = f64x2.add(s2, f64x2.mul(v128.load(x2 + at), value))
    s3 = f64x2.add(s3, f64x2.mul(v128.load(x3 + at), value))
  }
  store<f64>(to, lanes(s0))
  store<f64>(to, lanes(s1), 8)
  store<f64>(to, lanes(s2), 16)
  store<f64>(to, lanes(s3), 24)
}

/** Adds in the order of `projectFour`, so that a sum does not depend on its place in the list. */
function projectOne(column: usize, rows: u32, values: usize, to: usize): void {
  let sum = f64x2.splat(0)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(column + at), v128.load(values + at)))
  }
  store<f64>(to, lanes(sum))
}

/**
 * Writes Σ_row x_c[row]·x_d[row]·weights[row] for each column c of the list from place `first` on, and each d up to c: row by row of a
 * lower triangle. `space`: two columns.
 */
export function addToTriangle(
  x: usize,
  stride: usize,
  list: usize,
  first: u32,
  count: u32,
  rows: u32,
  weights: usize,
  space: usize,
  triangle: usize,
): void {
  const other = space + stride
  let i = first
  for (; i + 2 <= count; i += 2) {
    multiplyRows(columnAt(x, stride, list, i), weights, rows, space)
    multiplyRows(columnAt(x, stride, list, i + 1), weights, rows, other)
    const to = triangleRow(triangle, i)
    const toOther = triangleRow(triangle, i + 1)
    let j: u32 = 0
    for (; j + 4 <= i + 1; j += 4) {
      const at = (<usize>j) << 3
      projectBoth(x, stride, list + (j << 2), rows, space, other, to + at, toOther + at)
    }
    projectListed(x, stride, list + (j << 2), i + 1 - j, rows, space, to + ((<usize>j) << 3))
    projectListed(x, stride, list + (j << 2), i + 2 - j, rows, other, toOther + ((<usize>j) << 3))
  }
  if (i == count) return
  multiplyRows(columnAt(x, stride, list, i), weights, rows, space)
  projectListed(x, stride, list, i + 1, rows, space, triangleRow(triangle, i))
}

/** Products of four columns with two lists of numbers: each sum as `projectFour` adds it. */
function projectBoth(
  x: usize,
  stride: usize,
  list: usize,
  rows: u32,
  first: usize,
  second: usize,
  to: usize,
  toSecond: usize,
): void {
  const x0 = columnAt(x, stride, list, 0)
  const x1 = columnAt(x, stride, list, 1)
  const x2 = columnAt(x, stride, list, 2)
  const x3 = columnAt(x, stride, list, 3)
  let s0 = f64x2.splat(0)
  let s1 = s0
  let s2 = s0
  let s3 = s0
  let t0 = s0
  let t1 = s0
  let t2 = s0
  let t3 = s0
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const a = v128.load(first + at)
    const b = v128.load(second + at)
    const v0 = v128.load(x0 + at)
    s0 = f64x2.add(s0, f64x2.mul(v0, a))
    t0 = f64x2.add(t0, f64x2.mul(v0, b))
    const v1 = v128.load(x1 + at)
    s1 = f64x2.add(s1, f64x2.mul(v1, a))
    t1 = f64x2.add(t1, f64x2.mul(v1, b))
    const v2 = v128.load(x2 + at)
    s2 = f64x2.add(s2, f64x2.mul(v2, a))
    t2 = f64x2.add(t2, f64x2.mul(v2, b))
    const v3 = v128.load(x3 + at)
    s3 = f64x2.add(s3, f64x2.mul(v3, a))
    t3 = f64x2.add(t3, f64x2.mul(v3, b))
  }
  store<f64>(to, lanes(s0))
  store<f64>(to, lanes(s1), 8)
  store<f64>(to, lanes(s2), 16)
  store<f64>(to, lanes(s3), 24)
  store<f64>(toSecond, lanes(t0))
  store<f64>(toSecond, lanes(t1), 8)
  store<f64>(toSecond, lanes(t2), 16)
  store<f64>(toSecond, lanes(t3), 24)
}

/** Writes the numbers of some rows and columns of a triangle, both ways, into a matrix of so many numbers a row. */
export function spreadTriangle(triangle: usize, places: usize, count: u32, matrix: usize, width: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const place = load<u32>(places + (i << 2))
    const row = triangleRow(triangle, place)
    const to = matrix + ((<usize>i * width) << 3)
    for (let j: u32 = 0; j <= i; j++) {
      const other = load<u32>(places + (j << 2))
      const value =
        other <= place
          ? load<f64>(row + ((<usize>other) << 3))
          : load<f64>(triangleRow(triangle, other) + ((<usize>place) << 3))
      store<f64>(to + ((<usize>j) << 3), value)
      store<f64>(matrix + ((<usize>j * width + i) << 3), value)
    }
  }
}

function triangleRow(triangle: usize, i: u32): usize {
  return triangle + ((<usize>i * (i + 1)) << 2)
}

/** Adds Σ_c x_c[row]·weight of c to each row, over the columns of the list. */
export function addListed(
  x: usize,
  stride: usize,
  list: usize,
  count: u32,
  rows: u32,
  weights: usize,
  to: usize,
): void {
  let i: u32 = 0
  for (; i + 4 <= count; i += 4) addFour(x, stride, list + (i << 2), rows, weights + (i << 3), to)
  for (; i < count; i++) addOne(columnAt(x, stride, list, i), rows, weights + (i << 3), to)
}

function addFour(x: usize, stride: usize, list: usize, rows: u32, weights: usize, to: usize): void {
  const a = v128.load64_splat(weights)
  const b = v128.load64_splat(weights, 8)
  const c = v128.load64_splat(weights, 16)
  const d = v128.load64_splat(weights, 24)
  const x0 = columnAt(x, stride, list, 0)
  const x1 = columnAt(x, stride, list, 1)
  const x2 = columnAt(x, stride, list, 2)
  const x3 = columnAt(x, stride, list, 3)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const ab = f64x2.add(f64x2.mul(a, v128.load(x0 + at)), f64x2.mul(b, v128.load(x1 + at)))
    const cd = f64x2.add(f64x2.mul(c, v128.load(x2 + at)), f64x2.mul(d, v128.load(x3 + at)))
    v128.store(to + at, f64x2.add(v128.load(to + at), f64x2.add(ab, cd)))
  }
}

function addOne(column: usize, rows: u32, weight: usize, to: usize): void {
  const a = v128.load64_splat(weight)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(to + at, f64x2.add(v128.load(to + at), f64x2.mul(a, v128.load(column + at))))
  }
}

function columnAt(x: usize, stride: usize, list: usize, i: u32): usize {
  return x + stride * load<u32>(list + (i << 2))
}

function lanes(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
