import type { Entropies } from '#core'

/**
 * A sum of entropies in their high and low parts, so that nothing is rounded, in bits; never below 0 but by
 * rounding.
 */
export function bitsOf(...terms: readonly (readonly [Entropies, place: number, times: 1 | -1])[]): number {
  let high = 0
  let low = 0
  let n = 0
  for (const [entropies, place, times] of terms) {
    n = entropies.n[place]
    high += times * entropies.high[place]
    low += times * entropies.low[place]
  }
  return n === 0 ? 0 : Math.max(0, (high + low) / n)
}
