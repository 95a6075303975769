import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * Draws of one seed.
 * @typedef {{
 *   below: (count: number) => number,
 *   of: <T>(choices: readonly T[]) => T,
 * }} Draws
 */

/**
 * Draws that a seed decides.
 * @param {number} seed
 * @returns {Draws}
 */
export function drawsOf(seed) {
  // Generators of neighbouring seeds begin alike, so the seeds are spread first.
  const spread = Math.imul(Math.imul(seed, 0x9e3779b1) ^ (seed >>> 15), 0x85ebca6b)
  const random = xoroshiro128plus(spread ^ (spread >>> 13))
  for (let i = 0; i < 8; i++) uniformInt(random, 0, 1)
  const below = (/** @type {number} */ count) => uniformInt(random, 0, Math.max(0, count - 1))
  return { below, of: (choices) => choices[below(choices.length)] }
}
