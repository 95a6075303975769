/**
 * Σ log(r + 2.2·10⁻¹⁶) over distances r, natural logarithm, kept as a product of fractions and a sum of
 * exponents: one logarithm for each block instead of each row. Terms are added in order, sums over rows are
 * split into blocks, and the sums of the blocks are added in order, so equal input gives equal bits.
 *
 * The state has 16 bytes: the product, a fraction from ½ to 1 (f64), and its exponent of 2 (i64). Any finite
 * r ≥ 0 is valid; an infinite one counts as 2^1024. The error is at most 2^−53 for each row: below 10⁻¹² for
 * a block.
 */
export function startLogSum(sum: usize): void {
  store<f64>(sum, 0.5)
  store<i64>(sum, 1, 8)
}

/** Adds log(r + 2.2·10⁻¹⁶). */
export function addToLogSum(sum: usize, r: f64): void {
  const product = timesDistance(load<f64>(sum), r)
  store<i64>(sum, load<i64>(sum, 8) + exponentOf(product), 8)
  store<f64>(sum, fractionOf(product))
}

/** The sum of the block. */
export function finishLogSum(sum: usize): f64 {
  return logOf(load<f64>(sum), load<i64>(sum, 8))
}

/** Multiplies the product by one more distance; its exponent must be removed before the next call. */
export function timesDistance(product: f64, r: f64): f64 {
  return product * (r + 2.2e-16)
}

/** The exponent e of a positive normal number, which is fraction × 2^e. */
export function exponentOf(product: f64): i64 {
  return <i64>(reinterpret<u64>(product) >> 52) - 1022
}

/** The fraction of a positive normal number, from ½ to 1. */
export function fractionOf(product: f64): f64 {
  return reinterpret<f64>((reinterpret<u64>(product) & 0x000fffffffffffff) | 0x3fe0000000000000)
}

/** log(fraction × 2^exponent). */
export function logOf(fraction: f64, exponent: i64): f64 {
  return NativeMath.log(fraction) + <f64>exponent * 0.6931471805599453
}
