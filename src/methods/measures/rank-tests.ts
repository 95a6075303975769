import { squaresOf, totalRows } from './groups-by-class.ts'
import type { Group } from './groups-by-class.ts'
import { chiSquareTail, normalTail } from './tails.ts'
import { ratio } from './test.ts'
import type { Test } from './test.ts'

/**
 * The test of Kruskal and Wallis (1952) from the moments of mid-ranks by class: H =
 * (n−1)·between/(between+within), equal to the usual form with the correction for ties; χ²_{K−1}.
 */
export function kruskalWallis(groups: readonly Group[]): Test {
  if (groups.length < 2) return { score: 0, pValue: 1, why: 'only one class has rows' }
  const { between, within } = squaresOf(groups)
  const score = ratio((totalRows(groups) - 1) * between, between + within)
  return { score, pValue: chiSquareTail(score, groups.length - 1) }
}

/**
 * Wilcoxon's rank sum test of two classes: z = (U − n₁n₂/2)/σ with the variance corrected for ties, no
 * continuity correction. p is exact for at most 50 rows without ties, else 2Φ(−max(0,|U−n₁n₂/2|−½)/σ), as in
 * R.
 */
export function rankSum([a, b]: readonly Group[], ties: number): Test {
  const n = a.n + b.n
  const u = a.n * a.mean - (a.n * (a.n + 1)) / 2
  const centre = (a.n * b.n) / 2
  const sigma = Math.sqrt(((a.n * b.n) / 12) * (n + 1 - ties / (n * (n - 1))))
  const score = ratio(u - centre, sigma)
  if (sigma === 0) return { score: 0, pValue: 1 }
  const isExact = ties === 0 && n <= 50 && Number.isInteger(a.n) && Number.isInteger(b.n)
  if (isExact) {
    return { score, pValue: exactRankSumTail(a.n, b.n, Math.round(u)), pFrom: 'exact' }
  }
  return { score, pValue: normalTail(Math.max(0, Math.abs(u - centre) - 0.5) / sigma) }
}

/**
 * 2·AUC − 1 of two classes from their mean mid-ranks, AUC = P(X_b > X_a) + ½P(X_b = X_a): twice the
 * difference of the means over the rows, as U_b = n_b·mean_b − n_b(n_b+1)/2.
 */
export function areaUnderCurve([a, b]: readonly Group[]): number {
  return (2 * (b.mean - a.mean + (b.meanLow - a.meanLow))) / (a.n + b.n)
}

/**
 * The two-sided probability of a U at least as far from its centre, from the number of arrangements of each
 * U.
 */
function exactRankSumTail(n1: number, n2: number, u: number): number {
  // ways[k][s]: the ways to choose k of the ranks so far such that U = s.
  const far = Math.min(u, n1 * n2 - u)
  let ways = Array.from({ length: n1 + 1 }, () => new Float64Array(n1 * n2 + 1))
  ways[0][0] = 1
  for (let rank = 1; rank <= n1 + n2; rank++) {
    const next = ways.map((row) => row.slice())
    for (let k = 1; k <= Math.min(n1, rank); k++) {
      // If this rank is the k-th smallest of the first class, rank − k rows of the other class are below it.
      const below = rank - k
      if (below > n2) continue
      for (let s = below; s <= n1 * n2; s++) next[k][s] += ways[k - 1][s - below]
    }
    ways = next
  }
  const counts = ways[n1]
  const total = counts.reduce((sum, count) => sum + count, 0)
  let tail = 0
  for (let s = 0; s <= far; s++) tail += counts[s]
  return Math.min(1, (2 * tail) / total)
}
