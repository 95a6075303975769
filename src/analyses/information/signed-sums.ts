import type { Entropies } from '#core'

/** A term of a sum of entropies: `at` is the index of the entropy that each member uses. */
export interface EntropyTerm {
  readonly of: Entropies
  readonly at: Uint32Array
  readonly sign: 1 | -1
}

/** Sums below this are the rounding of 0: each entropy is exact to about 1e−15 bits. */
export const resolution = 1e-13

/**
 * Σ ±H over the terms for each member, in bits; 0 without rows. All terms of a member are over the same rows.
 * High and low parts are summed separately, so the sums are exact for up to eight terms.
 */
export function signedSums(members: number, terms: readonly EntropyTerm[]): Float64Array {
  const high = new Float64Array(members)
  const low = new Float64Array(members)
  for (const { of, at, sign } of terms) {
    for (let member = 0; member < members; member++) {
      high[member] += sign * of.high[at[member]]
      low[member] += sign * of.low[at[member]]
    }
  }
  const { of, at } = terms[0]
  for (let member = 0; member < members; member++) {
    const n = of.n[at[member]]
    const sum = n === 0 ? 0 : (high[member] + low[member]) / n
    high[member] = Math.abs(sum) < resolution ? 0 : sum
  }
  return high
}
