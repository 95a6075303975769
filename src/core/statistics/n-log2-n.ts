import log2 from '@stdlib/math-base-special-log2'

const table = new Float64Array(1 << 16)

/** count·log₂ count of a whole count. */
export function nLog2n(count: number): number {
  if (count < 2) return 0
  if (count >= table.length) return count * log2(count)
  return (table[count] ||= count * log2(count))
}

/** w·log₂ w of a weight that need not be whole. */
export function weightLog2Weight(weight: number): number {
  if (Number.isInteger(weight)) return nLog2n(weight)
  return weight > 0 ? weight * log2(weight) : 0
}
