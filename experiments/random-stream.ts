import ln from '@stdlib/math-base-special-ln'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of random numbers. */
export interface RandomStream {
  /** A number from 0 to below 1. */
  readonly uniform: () => number
  /** A whole number from 0 to below `size`. */
  readonly below: (size: number) => number
  /** A number of the standard normal distribution. */
  readonly normal: () => number
}

/**
 * Streams of one seed, one after the other, which do not overlap: each begins 2^64 numbers after the one
 * before. A column with a stream of its own does not change when columns or rows are added.
 */
export function streamsOf(seed: number): () => RandomStream {
  const next = xoroshiro128plus(hash(String(seed)))
  return () => {
    const random = next.clone()
    next.jump()
    const uniform = () => uniformFloat64(random)
    return { uniform, below: (size) => uniformInt(random, 0, size - 1), normal: polarMethod(uniform) }
  }
}

/** Normal numbers in pairs by the polar method (Marsaglia and Bray 1964). */
function polarMethod(uniform: () => number): () => number {
  let spare: number | undefined
  return () => {
    if (spare !== undefined) {
      const value = spare
      spare = undefined
      return value
    }
    for (;;) {
      const u = 2 * uniform() - 1
      const v = 2 * uniform() - 1
      const square = u * u + v * v
      if (square === 0 || square >= 1) continue
      const factor = Math.sqrt((-2 * ln(square)) / square)
      spare = v * factor
      return u * factor
    }
  }
}

/** FNV-1a of a text with the final mix of MurmurHash3, so that similar seeds give unrelated streams. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return state ^ (state >>> 16)
}
