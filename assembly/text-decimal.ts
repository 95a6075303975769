/** The least and the largest power of ten among `powers`. */
const leastPower: i32 = -342
const largestPower: i32 = 308

const mantissaBits: u32 = 52
const hiddenBit: u64 = 1 << 52

/** Returned by `doubleBits` if it cannot decide the nearest double; the bits of a NaN. */
export const unsure: u64 = 0xffffffffffffffff

/**
 * The bits of the double nearest to w × 10^q, or `unsure` if 128 bits do not decide it; w has at most 19
 * digits. `powers` holds the first 128 bits of 5^q, high half first, for q from −342 to 308 (rounded up from
 * −27 to −1). Lemire, "Number parsing at a gigabyte per second", 2021.
 */
export function doubleBits(powers: usize, w: u64, q: i32): u64 {
  if (w == 0) return 0
  // Both operands are exact, so the result is rounded once.
  if (w <= 1 << 53 && q >= -22 && q <= 22) {
    const factor = exactPower(q < 0 ? -q : q)
    return reinterpret<u64>(q < 0 ? <f64>(<i64>w) / factor : <f64>(<i64>w) * factor)
  }
  if (q < leastPower || q > largestPower) return unsure
  const shift = clz(w)
  const digits = w << shift
  const power = powers + ((<usize>(q - leastPower)) << 4)
  let high = highProduct(digits, load<u64>(power))
  let low = digits * load<u64>(power)
  const rest = (<u64>-1) >> (mantissaBits + 3)
  if ((high & rest) == rest) {
    const more = highProduct(digits, load<u64>(power, 8))
    low += more
    if (low < more) high++
  }
  if (low == <u64>-1 && (q < -27 || q > 55)) return unsure
  const upper = <u32>(high >> 63)
  const cut = upper + 64 - mantissaBits - 3
  let mantissa = high >> cut
  const exponent = (((152170 + 65536) * q) >> 16) + 63 + <i32>upper - <i32>shift + 1023
  // The caller decodes subnormal and infinite numbers.
  if (exponent <= 0) return unsure
  // Ties round to even.
  if (low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && mantissa << cut == high) mantissa &= ~1
  mantissa = (mantissa + (mantissa & 1)) >> 1
  let biased = <u64>exponent
  if (mantissa >= hiddenBit << 1) {
    mantissa = hiddenBit
    biased++
  }
  if (biased >= 0x7ff) return unsure
  return (mantissa & (hiddenBit - 1)) | (biased << mantissaBits)
}

/** 10^q for q ≤ 22, where it is exact. */
function exactPower(q: i32): f64 {
  return load<f64>(tens + ((<usize>q) << 3))
}

const tens = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
])

/** The high half of a product of 128 bits. */
function highProduct(a: u64, b: u64): u64 {
  const mask: u64 = 0xffffffff
  const lowA = a & mask
  const highA = a >> 32
  const lowB = b & mask
  const highB = b >> 32
  const crossed = highA * lowB + ((lowA * lowB) >> 32)
  const other = lowA * highB + (crossed & mask)
  return highA * highB + (crossed >> 32) + (other >> 32)
}
