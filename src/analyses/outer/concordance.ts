import { chiSquareTail } from '#methods'

/** How far several rankings agree, and the ranking that they agree on. */
interface Concordance {
  /**
   * Kendall's W, from 0 (none) to 1 (all rankings are the same); null for a single ranking, or where all
   * ranks are tied.
   */
  readonly w: number | null
  /** From m(n−1)W, χ² with n − 1 degrees of freedom if the rankings are independent. */
  readonly pValue: number | null
  /** The mean rank of each of the things ranked. */
  readonly meanRanks: Float64Array
}

/**
 * Kendall's coefficient of concordance of m rankings of n things, W = 12·S/(m²(n³−n) − m·ΣT), S the squares
 * of the rank sums about their mean, T = Σ(t³−t) over the ties of a ranking. Kendall and Babington Smith
 * (1939).
 *
 * @param rankings mid-ranks from 1
 */
export function concordance(rankings: readonly Float64Array[]): Concordance {
  const m = rankings.length
  const n = rankings[0].length
  const sums = new Float64Array(n)
  let ties = 0
  for (const ranks of rankings) {
    const counts = new Map<number, number>()
    ranks.forEach((rank, i) => {
      sums[i] += rank
      counts.set(rank, (counts.get(rank) ?? 0) + 1)
    })
    for (const t of counts.values()) ties += t * t * t - t
  }
  const centre = (m * (n + 1)) / 2
  const squares = sums.reduce((sum, one) => sum + (one - centre) * (one - centre), 0)
  const most = m * m * (n * n * n - n) - m * ties
  const meanRanks = sums.map((sum) => sum / m)
  if (m < 2 || !(most > 0)) return { w: null, pValue: null, meanRanks }
  const w = Math.min(1, (12 * squares) / most)
  return { w, pValue: chiSquareTail(m * (n - 1) * w, n - 1), meanRanks }
}

/** Mid-ranks from 1 of things of which some were chosen in an order: the others share the last ranks. */
export function ranksOfChosen(chosen: readonly string[], all: readonly string[]): Float64Array {
  const places = new Map(chosen.map((name, place) => [name, place + 1]))
  const rest = (chosen.length + 1 + all.length) / 2
  return Float64Array.from(all, (name) => places.get(name) ?? rest)
}
