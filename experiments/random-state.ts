import ln from '@stdlib/math-base-special-ln'
import { mersenne } from 'pure-rand/generator/mersenne'
import { checkWhole } from './given.ts'

/** The draws of NumPy's legacy `RandomState`, in the order in which they are asked for. */
export interface RandomState {
  /** The next number of [0, 1), of 53 bits: `rand()`. */
  readonly uniform: () => number
  /** The next number of a normal distribution: `normal(mean, deviation)`. */
  readonly normal: (mean: number, deviation: number) => number
  /** 0 … n−1 in random order: `permutation(n)`. */
  readonly permutation: (n: number) => number[]
}

/**
 * `numpy.random.RandomState(seed)`, digit for digit: the Mersenne Twister, seeded by a whole number below
 * 2³².
 */
export function randomState(seed: number): RandomState {
  checkWhole('seed', seed, 0, 0xffff_ffff)
  const generator = mersenne(seed)
  const bits = () => generator.next() >>> 0
  const uniform = () => {
    const high = bits() >>> 5
    return (high * 67_108_864 + (bits() >>> 6)) / 9_007_199_254_740_992
  }

  // The polar method makes two numbers at once; the second is kept for the next call.
  let kept: number | null = null
  const standardNormal = (): number => {
    if (kept !== null) {
      const second = kept
      kept = null
      return second
    }
    for (;;) {
      const a = 2 * uniform() - 1
      const b = 2 * uniform() - 1
      const square = a * a + b * b
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((-2 * ln(square)) / square)
      kept = factor * a
      return factor * b
    }
  }

  /** A whole number from 0 to `most`: draws of as many bits as `most` has, until one is not above it. */
  const upTo = (most: number): number => {
    const mask = most === 0 ? 0 : 0xffff_ffff >>> Math.clz32(most)
    for (;;) {
      const drawn = (bits() & mask) >>> 0
      if (drawn <= most) return drawn
    }
  }

  return {
    uniform,
    normal: (mean, deviation) => mean + deviation * standardNormal(),
    permutation: (n) => {
      const order = Array.from({ length: n }, (_, i) => i)
      for (let i = n - 1; i > 0; i--) {
        const j = upTo(i)
        ;[order[i], order[j]] = [order[j], order[i]]
      }
      return order
    },
  }
}
