/**
 * The next 32 bits of xoroshiro128+ (Blackman and Vigna 2018). Its state has four words: the high and the low
 * one of the first number, then of the second.
 */
function next(state: usize): u32 {
  const high = load<u32>(state)
  const low = load<u32>(state, 4)
  const otherHigh = load<u32>(state, 8)
  const otherLow = load<u32>(state, 12)
  const mixedLow = otherLow ^ low
  const mixedHigh = otherHigh ^ high
  store<u32>(state, (high << 24) ^ (low >>> 8) ^ mixedHigh ^ ((mixedHigh << 16) | (mixedLow >>> 16)))
  store<u32>(state, (low << 24) ^ (high >>> 8) ^ mixedLow ^ (mixedLow << 16), 4)
  store<u32>(state, (mixedLow << 5) ^ (mixedHigh >>> 27), 8)
  store<u32>(state, (mixedHigh << 5) ^ (mixedLow >>> 27), 12)
  return low + otherLow
}

/** A number from 0 to below 1, a multiple of 2^−53. */
export function uniform(state: usize): f64 {
  const high = next(state) & 0x3ffffff
  const low = next(state) & 0x7ffffff
  return <f64>high * 1.4901161193847656e-8 + <f64>low * 1.1102230246251565e-16
}
