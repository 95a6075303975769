/** Powers of ten that a double reaches, as `text-decimal` of assembly/ looks them up. */
const least = -342
const largest = 308

/** From here on down the reciprocal is not rounded up, because a product with it cannot be exact. */
const roundedUpFrom = -27

/**
 * The first 128 bits of 5^q for q from −342 to 308, as pairs of 64 bits, the high half first (Lemire 2021). For q from −27
 * to −1 they are rounded up, else down.
 */
export function powersOfFive(): BigUint64Array {
  const powers = new BigUint64Array(2 * (largest - least + 1))
  const put = (q: number, bits: bigint) =>
    powers.set([bits >> 64n, bits & 0xffffffffffffffffn], 2 * (q - least))
  let whole = 1n
  for (let q = 0; q <= -least; q++) {
    if (q <= largest) put(q, leading(whole))
    if (q > 0) put(-q, inverse(whole) + (-q >= roundedUpFrom ? 1n : 0n))
    whole *= 5n
  }
  return powers
}

/** The first 128 bits of a whole number. */
function leading(whole: bigint): bigint {
  const length = bitsOf(whole)
  return length > 128n ? whole >> (length - 128n) : whole << (128n - length)
}

/** The first 128 bits of 1 / whole, for a whole number that is no power of two. */
function inverse(whole: bigint): bigint {
  return (1n << (bitsOf(whole) + 127n)) / whole
}

function bitsOf(whole: bigint): bigint {
  return BigInt(whole.toString(2).length)
}
