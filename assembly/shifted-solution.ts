// Solutions of a symmetric positive definite system whose diagonal is raised, by Cholesky's factor.

/**
 * Solves (P + D)·x = r: P is a matrix of `width` numbers a row, of which the first `count` of `count` rows are taken, D a diagonal. Writes x over r and the
 * factor over the lower half of P. Returns whether every pivot is above `least` times its diagonal.
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

/** The sum of products of the first numbers of two rows. */
function product(a: usize, b: usize, count: u32): f64 {
  const end = a + ((<usize>(count & ~3)) << 3)
  let even = f64x2.splat(0)
  let odd = f64x2.splat(0)
  for (; a < end; a += 32, b += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(a), v128.load(b)))
    odd = f64x2.add(odd, f64x2.mul(v128.load(a, 16), v128.load(b, 16)))
  }
  even = f64x2.add(even, odd)
  let sum = f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1)
  for (let i: u32 = 0; i < (count & 3); i++, a += 8, b += 8) sum += load<f64>(a) * load<f64>(b)
  return sum
}
