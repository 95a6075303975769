import log2 from '@stdlib/math-base-special-log2'
import { CribaError } from '#core'

/** −log₂ p of a level with `count` of n rows, in bits; +∞ for a level without rows. */
export function selfInformation(count: number, n: number): number {
  return count === 0 ? Infinity : log2(n / count)
}

/**
 * Kullback–Leibler divergence Σ p·log₂(p/q) of two distributions over the same levels, in bits; +∞ where q =
 * 0 < p. The arguments are counts or weights, each divided by its sum; proportional ones have divergence
 * exactly 0 where the products are exact.
 */
export function divergence(p: ArrayLike<number>, q: ArrayLike<number>): number {
  if (p.length !== q.length) {
    throw new CribaError('invalid', `invalid q: ${q.length} levels (needs the ${p.length} levels of p)`)
  }
  const [ofP, ofQ] = [total(p, 'p'), total(q, 'q')]
  let sum = 0
  for (let level = 0; level < p.length; level++) {
    if (p[level] > 0) sum += p[level] * log2((p[level] * ofQ) / (q[level] * ofP))
  }
  return Math.max(0, sum / ofP)
}

function total(weights: ArrayLike<number>, name: string): number {
  let sum = 0
  for (let level = 0; level < weights.length; level++) {
    if (!(weights[level] >= 0))
      throw new CribaError('invalid', `invalid ${name}: ${weights[level]} (needs 0 or more)`)
    sum += weights[level]
  }
  if (!(sum > 0 && sum < Infinity))
    throw new CribaError('invalid', `invalid ${name}: sum ${sum} (needs a weight above 0)`)
  return sum
}
