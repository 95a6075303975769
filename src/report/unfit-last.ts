import type { RankResult } from '#core'
import { kindsOfNames } from './findings-text.ts'

/**
 * A ranking as people read it: columns that only name their rows, identifiers and free texts, come after the
 * others and have no place, however high they score.
 */
export function withUnfitLast<R extends Pick<RankResult, 'columns' | 'rankings' | 'meanRank'>>(result: R): R {
  const unfit = new Set(
    result.columns
      .filter(({ findings = [] }) => findings.some(({ kind }) => kindsOfNames.includes(kind)))
      .map(({ name }) => name),
  )
  if (unfit.size === 0 || unfit.size === result.columns.length) return result
  const isFit = ({ feature }: { readonly feature: string }) => !unfit.has(feature)
  const rankings = result.rankings.map((ranking) => {
    const fit = ranking.scores.filter(isFit)
    const others = ranking.scores.filter((entry) => !isFit(entry))
    const before = (rank: number) => others.filter((entry) => entry.rank !== null && entry.rank < rank).length
    const placed = fit.map((entry) => ({
      ...entry,
      rank: entry.rank === null ? null : entry.rank - before(entry.rank),
    }))
    return { ...ranking, scores: [...placed, ...others.map((entry) => ({ ...entry, rank: null }))] }
  })
  const meanRank = result.meanRank && [
    ...result.meanRank.filter(isFit),
    ...result.meanRank.filter((entry) => !isFit(entry)),
  ]
  return { ...result, rankings, ...(meanRank && { meanRank }) }
}
