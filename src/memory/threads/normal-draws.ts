import ln from '@stdlib/math-base-special-ln'
import type { RandomStream } from '#core'

/**
 * So many independent draws of the standard normal distribution, in pairs by the polar method (Marsaglia and
 * Bray 1964).
 */
export function normalDraws(random: RandomStream, count: number): Float64Array {
  const draws = new Float64Array(count)
  for (let i = 0; i < count; i += 2) {
    const { u, v, square } = pointInDisc(random)
    const factor = Math.sqrt((-2 * ln(square)) / square)
    draws[i] = u * factor
    if (i + 1 < count) draws[i + 1] = v * factor
  }
  return draws
}

/** A uniform point in the disc around 0, without its centre. */
function pointInDisc(random: RandomStream) {
  for (;;) {
    const [u, v] = [uniform(random), uniform(random)]
    const square = u * u + v * v
    if (square > 0 && square < 1) return { u, v, square }
  }
}

/** A uniform draw between −1 and 1. */
function uniform(random: RandomStream): number {
  return random.next() / 0x80000000
}
