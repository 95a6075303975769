import { product } from './vectors'

// Solutions of a symmetric positive definite system whose diagonal is raised, by Cholesky's factor.

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
  for (let i: u32 = 0; i < count; i++) {
    const row = matrix + stride * i
    const own = load<f64>(row + ((<usize>i) << 3)) + load<f64>(diagonal + ((<usize>i) << 3))
    for (let j: u32 = 0; j < i; j++) {
      const other = matrix + stride * j
      const at = row + ((<usize>j) << 3)
      store<f64>(at, (load<f64>(at) - product(row, other, j)) / load<f64>(other + ((<usize>j) << 3)))
    }
    const rest = own - product(row, row, i)
    if (!(rest > least * own)) return false
    store<f64>(row + ((<usize>i) << 3), sqrt(rest))
    const at = right + ((<usize>i) << 3)
    store<f64>(at, (load<f64>(at) - product(row, right, i)) / sqrt(rest))
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
