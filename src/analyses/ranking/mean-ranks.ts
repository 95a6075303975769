import type { MeanRank, Ranking } from '#core'

/**
 * The mean of each column's ranks over the methods that took it, best first; a column that no method took has
 * none and comes last. Ties share the mean of their places. A rank among the m columns that a method took is
 * scaled to all d columns, ½ + (rank − ½)·d/m, because first of few means less than first of all; where a
 * method took every column, the rank stays.
 */
export function meanRanks(rankings: readonly Ranking[]): readonly MeanRank[] {
  const sums = new Map<string, { sum: number; methods: number }>()
  for (const { scores } of rankings) {
    const taken = scores.filter(({ rank }) => rank !== null)
    for (const { feature } of scores) if (!sums.has(feature)) sums.set(feature, { sum: 0, methods: 0 })
    for (let start = 0; start < taken.length;) {
      let end = start + 1
      while (end < taken.length && taken[end].rank === taken[start].rank) end++
      // The places are start + 1 to end; their mean less ½ is (start + end)/2.
      const rank = 0.5 + ((start + end) / 2) * (scores.length / taken.length)
      for (const { feature } of taken.slice(start, end)) {
        const column = sums.get(feature)!
        column.sum += rank
        column.methods++
      }
      start = end
    }
  }
  const means = [...sums].map(([feature, { sum, methods }]): MeanRank => ({
    feature,
    rank: methods === 0 ? null : sum / methods,
    methods,
  }))
  return means.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0)
}
