/**
 * Σ log(r + 2.2·10⁻¹⁶) over distances r, natural logarithm, as one product of fractions and one sum of exponents: a
 * logarithm for each block instead of each row. The terms are taken in the order they are added, and a sum over rows is
 * made in blocks: every block starts anew, and the numbers of the blocks are added in order. So whoever adds the
 * same distances in the same order gets the same bits.
 *
 * A sum under way lies in 16 bytes: the product, a fraction from ½ to 1 (f64), and the exponent of 2 that it lacks (i64).
 * Any finite r ≥ 0 is right; an infinite one counts as 2^1024. An error of 2^−53 for each row at most: below 10⁻¹² for a
 * block.
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

/** The product with one distance more; its exponent is to be taken out before the next. */
export function timesDistance(product: f64, r: f64): f64 {
  return product * (r + 2.2e-16)
}

/** The exponent e of a positive normal number = fraction × 2^e. */
export function exponentOf(product: f64): i64 {
  return <i64>(reinterpret<u64>(product) >> 52) - 1022
}

/** The fraction of it, from ½ to 1. */
export function fractionOf(product: f64): f64 {
  return reinterpret<f64>((reinterpret<u64>(product) & 0x000fffffffffffff) | 0x3fe0000000000000)
}

/** log(fraction × 2^exponent). */
export function logOf(fraction: f64, exponent: i64): f64 {
  return NativeMath.log(fraction) + <f64>exponent * 0.6931471805599453
}
