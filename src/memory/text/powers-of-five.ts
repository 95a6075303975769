/** The range of powers of ten that doubles need; used by `assembly/text-decimal.ts`. */
const least = -342
const largest = 308

/** From here to −1 reciprocals are rounded up; below, products with them cannot be exact. */
const roundedUpFrom = -27

/**
 * The first 128 bits of 5^q for q from −342 to 308, as pairs of 64 bits, the high half first (Lemire 2021).
 * They are rounded up for q from −27 to −1, else down. Computed once.
 */
export function powersOfFive(): BigUint64Array {
  return (found ??= find())
}

let found: BigUint64Array | null = null

function find(): BigUint64Array {
  const powers = new BigUint64Array(2 * (largest - least + 1))
  const put = (q: number, bits: bigint) =>
    powers.set([bits >> 64n, bits & 0xffffffffffffffffn], 2 * (q - least))
  let power = 1n
  for (let q = 0; q <= -least; q++) {
    if (q <= largest) put(q, leading(power))
    if (q > 0) put(-q, inverse(power) + (-q >= roundedUpFrom ? 1n : 0n))
    power *= 5n
  }
  return powers
}

/** The first 128 bits of a whole number. */
function leading(whole: bigint): bigint {
  const length = bitsOf(whole)
  return length > 128n ? whole >> (length - 128n) : whole << (128n - length)
}

/** The first 128 bits of 1 / whole, for a whole number that is not a power of two. */
function inverse(whole: bigint): bigint {
  return (1n << (bitsOf(whole) + 127n)) / whole
}

function bitsOf(whole: bigint): bigint {
  return BigInt(whole.toString(2).length)
}
