/** Bytes before the coefficients: the powers 2^(−i/128), i = 0 … 127. */
const powers: usize = 1024

/**
 * Fills the table of `powerOf`, 134 numbers: the powers, then the coefficients. They are loaded from memory
 * because engines build a 128-bit constant in several steps each time it is used.
 */
export function fillPowers(table: usize): void {
  for (let i: u32 = 0; i < 128; i++) store<f64>(table + (i << 3), NativeMath.pow(2, -(<f64>i) / 128))
  const coefficients = table + powers
  // 1 + af + bf² + cf³ + df⁴ differs from 2^(−f/128) by less than 10⁻¹⁶ from −½ to ½, and not at all at 0
  // (Remez).
  store<f64>(coefficients, -0.005415212348123814)
  store<f64>(coefficients, 1.4662262387636998e-5, 8)
  store<f64>(coefficients, -2.6466433582090788e-8, 16)
  store<f64>(coefficients, 3.5830355923967645e-11, 24)
  // Adding this number leaves the nearest whole number in the lowest bits.
  store<f64>(coefficients, 6755399441055744, 32)
  store<f64>(coefficients, 1020 * 128, 40)
}

/** A coefficient in both lanes; 4 is the rounding constant, 5 the largest exponent. */
export function coefficient(table: usize, place: u32): v128 {
  return v128.load64_splat(table + powers + (place << 3))
}

/**
 * 2^(−q/128) of two numbers q ≥ 0, to 4·10⁻¹⁶; 2^−1020 where q is NaN or larger than `most`. An addition
 * splits q exactly into the nearest whole number and a remainder. The lowest seven bits of the whole number
 * select a power from the table, its higher bits are subtracted from the exponent, and the polynomial covers
 * the remainder.
 */
export function powerOf(
  q: v128,
  table: usize,
  a: v128,
  b: v128,
  c: v128,
  d: v128,
  wholes: v128,
  most: v128,
): v128 {
  const bounded = f64x2.pmin(most, q)
  const whole = f64x2.add(bounded, wholes)
  const f = f64x2.sub(bounded, f64x2.sub(whole, wholes))
  const ab = f64x2.add(a, f64x2.mul(b, f))
  const cd = f64x2.add(c, f64x2.mul(d, f))
  const rest = f64x2.mul(f, f64x2.add(ab, f64x2.mul(f64x2.mul(f, f), cd)))
  const first = v128.load64_splat(table + ((i32x4.extract_lane(whole, 0) & 127) << 3))
  const power = v128.load64_lane(table + ((i32x4.extract_lane(whole, 2) & 127) << 3), first, 1)
  const scaled = f64x2.add(power, f64x2.mul(power, rest))
  return i64x2.sub(scaled, i64x2.shl(i64x2.shr_u(whole, 7), 52))
}
