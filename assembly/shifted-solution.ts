import { fourProducts, product } from './vectors'

// Solutions of a symmetric positive definite system whose diagonal is raised, by Cholesky's factor.

/** Space for the products of four rows. */
const products = memory.data(32)

/**
 * Solves (P + D)·x = r: P is a matrix of `width` numbers a row, of which the first `count` of `count` rows
 * are taken, D a diagonal. Writes x over r and the factor over the lower half of P. Returns whether every
 * pivot is above `least` times its diagonal.
 */
export function solveShifted(
  matrix: usize,
  width: u32,
  count: u32,
  diagonal: usize,
  right: usize,
  least: f64,
): bool {
  const stride = (<usize>width) << 3
  for (let first: u32 = 0; first < count; first += 4) {
    const last = min(first + 4, count)
    // Rows left of the pivots of four: they share what is read of the rows above.
    if (last == first + 4) reduceFour(matrix + stride * first, stride, matrix, first)
    else for (let i = first; i < last; i++) reduceRow(matrix + stride * i, stride, matrix, 0, first)
    for (let i = first; i < last; i++) {
      const row = matrix + stride * i
      reduceRow(row, stride, matrix, first, i)
      const pivot = row + ((<usize>i) << 3)
      const own = load<f64>(pivot) + load<f64>(diagonal + ((<usize>i) << 3))
      const rest = own - product(row, row, i)
      if (!(rest > least * own)) return false
      store<f64>(pivot, sqrt(rest))
      const at = right + ((<usize>i) << 3)
      store<f64>(at, (load<f64>(at) - product(row, right, i)) / sqrt(rest))
    }
  }
  for (let i: i32 = count - 1; i >= 0; i--) {
    const row = matrix + stride * i
    const at = right + ((<usize>i) << 3)
    const value = load<f64>(at) / load<f64>(row + ((<usize>i) << 3))
    store<f64>(at, value)
    for (let k: i32 = 0; k < i; k++) {
      const to = right + ((<usize>k) << 3)
      store<f64>(to, load<f64>(to) - load<f64>(row + ((<usize>k) << 3)) * value)
    }
  }
  return true
}

/** Makes the numbers of a row from one column up to another those of the factor. */
function reduceRow(row: usize, stride: usize, matrix: usize, from: u32, to: u32): void {
  for (let j = from; j < to; j++) {
    const other = matrix + stride * j
    const at = row + ((<usize>j) << 3)
    store<f64>(at, (load<f64>(at) - product(row, other, j)) / load<f64>(other + ((<usize>j) << 3)))
  }
}

/** The same of four rows, up to a column. */
function reduceFour(rows: usize, stride: usize, matrix: usize, to: u32): void {
  const second = rows + stride
  const third = second + stride
  const fourth = third + stride
  for (let j: u32 = 0; j < to; j++) {
    const other = matrix + stride * j
    const at = (<usize>j) << 3
    const pivot = load<f64>(other + at)
    fourProducts(other, rows, second, third, fourth, j, products)
    store<f64>(rows + at, (load<f64>(rows + at) - load<f64>(products)) / pivot)
    store<f64>(second + at, (load<f64>(second + at) - load<f64>(products, 8)) / pivot)
    store<f64>(third + at, (load<f64>(third + at) - load<f64>(products, 16)) / pivot)
    store<f64>(fourth + at, (load<f64>(fourth + at) - load<f64>(products, 24)) / pivot)
  }
}

/** Copies the lower half of some rows and columns of a matrix of `width` numbers a row to one of `count`. */
export function gatherLower(matrix: usize, width: u32, places: usize, count: u32, to: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = matrix + ((<usize>load<u32>(places + (i << 2)) * width) << 3)
    const own = to + ((<usize>i * count) << 3)
    for (let j: u32 = 0; j <= i; j++) {
      store<f64>(own + ((<usize>j) << 3), load<f64>(row + ((<usize>load<u32>(places + (j << 2))) << 3)))
    }
  }
}
