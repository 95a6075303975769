// Products of the columns of a model with weights of columns and with numbers of rows. The columns of numbers
// lie one after the other, `stride` bytes apart; levels are codes of 32 bits.

/** Adds Σ_j x_j[row]·weights[j] to each row. */
export function addColumns(
  x: usize,
  stride: usize,
  columns: u32,
  rows: u32,
  weights: usize,
  to: usize,
): void {
  let j: u32 = 0
  for (; j + 4 <= columns; j += 4) {
    const at = weights + ((<usize>j) << 3)
    addFour(x + j * stride, stride, rows, at, to)
  }
  for (; j < columns; j++) addOne(x + j * stride, rows, load<f64>(weights + ((<usize>j) << 3)), to)
}

function addFour(x: usize, stride: usize, rows: u32, weights: usize, to: usize): void {
  const a = v128.load64_splat(weights)
  const b = v128.load64_splat(weights, 8)
  const c = v128.load64_splat(weights, 16)
  const d = v128.load64_splat(weights, 24)
  const x1 = x + stride
  const x2 = x1 + stride
  const x3 = x2 + stride
  const end = (<usize>rows) << 3
  // Rows are padded to pairs.
  for (let at: usize = 0; at < end; at += 16) {
    const ab = f64x2.add(f64x2.mul(a, v128.load(x + at)), f64x2.mul(b, v128.load(x1 + at)))
    const cd = f64x2.add(f64x2.mul(c, v128.load(x2 + at)), f64x2.mul(d, v128.load(x3 + at)))
    v128.store(to + at, f64x2.add(v128.load(to + at), f64x2.add(ab, cd)))
  }
}

function addOne(x: usize, rows: u32, weight: f64, to: usize): void {
  const a = f64x2.splat(weight)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(to + at, f64x2.add(v128.load(to + at), f64x2.mul(a, v128.load(x + at))))
  }
}

/** Adds Σ_row x_j[row]·values[row] to each column. Values beyond the rows are 0. */
export function addProjections(
  x: usize,
  stride: usize,
  columns: u32,
  rows: u32,
  values: usize,
  to: usize,
): void {
  const end = (<usize>rows) << 3
  for (let j: u32 = 0; j < columns; j++) {
    const column = x + j * stride
    let even = f64x2.splat(0)
    let odd = even
    let at: usize = 0
    for (; at + 16 < end; at += 32) {
      even = f64x2.add(even, f64x2.mul(v128.load(column + at), v128.load(values + at)))
      odd = f64x2.add(odd, f64x2.mul(v128.load(column + at, 16), v128.load(values + at, 16)))
    }
    if (at < end) even = f64x2.add(even, f64x2.mul(v128.load(column + at), v128.load(values + at)))
    const sum = f64x2.add(even, odd)
    const own = to + ((<usize>j) << 3)
    store<f64>(own, load<f64>(own) + (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)))
  }
}

/** Adds the weight of its level to each row. */
export function addLevelWeights(codes: usize, rows: u32, weights: usize, to: usize): void {
  for (let row: u32 = 0; row < rows; row++) {
    const at = to + ((<usize>row) << 3)
    const code = load<u32>(codes + ((<usize>row) << 2))
    store<f64>(at, load<f64>(at) + load<f64>(weights + ((<usize>code) << 3)))
  }
}

/** Adds the value of each row to its level. */
export function addLevelSums(codes: usize, rows: u32, values: usize, to: usize): void {
  for (let row: u32 = 0; row < rows; row++) {
    const code = load<u32>(codes + ((<usize>row) << 2))
    const at = to + ((<usize>code) << 3)
    store<f64>(at, load<f64>(at) + load<f64>(values + ((<usize>row) << 3)))
  }
}

/** Multiplies two lists of numbers, row by row. */
export function multiplyRows(a: usize, b: usize, rows: u32, to: usize): void {
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(to + at, f64x2.mul(v128.load(a + at), v128.load(b + at)))
  }
}
