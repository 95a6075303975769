const bits = new DataView(new ArrayBuffer(8))

/** The largest number below a finite one. */
export function previousNumber(x: number): number {
  if (x === 0) return -Number.MIN_VALUE
  // Numbers of one sign are in the order of their bits.
  bits.setFloat64(0, x)
  const low = bits.getUint32(4)
  const high = bits.getUint32(0)
  if (x > 0) {
    bits.setUint32(4, low - 1)
    if (low === 0) bits.setUint32(0, high - 1)
  } else {
    bits.setUint32(4, low + 1)
    if (low === 0xffffffff) bits.setUint32(0, high + 1)
  }
  return bits.getFloat64(0)
}
