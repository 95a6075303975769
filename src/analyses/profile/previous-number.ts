/** The largest number below a finite one. */
export function previousNumber(x: number): number {
  if (x === 0) return -Number.MIN_VALUE
  const bits = new BigInt64Array(Float64Array.of(x).buffer)
  // Numbers of one sign are in the order of their bits.
  bits[0] += x > 0 ? -1n : 1n
  return new Float64Array(bits.buffer)[0]
}
