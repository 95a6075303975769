import ln from '@stdlib/math-base-special-ln'
import type { SideScore } from './split.ts'

/** Σ n_c²/n: the greater, the smaller the Gini impurity of n rows, n_c of each class. */
export const giniScore: SideScore = (sums) => {
  let squares = 0
  for (let i = 1; i < sums.length; i++) squares += sums[i] * sums[i]
  return squares / sums[0]
}

/** Σ n_c ln n_c − n ln n: minus n times the entropy. */
export const entropyScore: SideScore = (sums) => {
  let sum = 0
  for (let i = 1; i < sums.length; i++) sum += timesLog(sums[i])
  return sum - timesLog(sums[0])
}

const known = new Float64Array(1 << 16).fill(NaN)

/** x·ln x. */
export function timesLog(x: number): number {
  if (x <= 0) return 0
  if (x >= known.length || x !== Math.floor(x)) return x * ln(x)
  if (Number.isNaN(known[x])) known[x] = x * ln(x)
  return known[x]
}
