import type { MeanRank, Ranking, RankEachResult, RankResult } from '#core'
import { meanRanks } from '#analyses'
import { kindsOfNames } from './findings-text.ts'

/** The columns that only name their rows, identifiers and free texts; none if there is no other. */
export function unfitNames({ columns }: Pick<RankResult, 'columns'>): readonly string[] {
  const unfit = columns
    .filter(({ findings = [] }) => findings.some(({ kind }) => kindsOfNames.includes(kind)))
    .map(({ name }) => name)
  return unfit.length === columns.length ? [] : unfit
}

/**
 * A ranking as people read it: columns that only name their rows come after the others and have no place,
 * however high they score.
 */
export function withUnfitLast(result: RankResult): RankResult {
  const unfit = new Set(unfitNames(result))
  if (unfit.size === 0) return result
  const rankings = result.rankings.map((ranking) => lastOf(ranking, unfit))
  return { ...result, rankings, ...(result.meanRank && { meanRank: meansOf(rankings, unfit) }) }
}

/** The rankings of several targets as people read them. */
export function eachWithUnfitLast(result: RankEachResult): RankEachResult {
  const unfit = new Set(result.targets.flatMap((one) => unfitNames(one)))
  if (unfit.size === 0) return result
  const targets = result.targets.map((one) => withUnfitLast(one))
  const meanRank = meansOf(
    targets.flatMap(({ rankings }) => rankings),
    unfit,
  )
  return { ...result, targets, meanRank }
}

/** The columns that a ranking gives a place, in its order; of several rankings in that of the mean rank. */
export function rankedNames(ranked: RankResult): readonly string[] {
  const { rankings, meanRank = rankings[0].scores } = withUnfitLast(ranked)
  return meanRank.flatMap(({ feature, rank }) => (rank === null ? [] : [feature]))
}

function lastOf(ranking: Ranking, unfit: ReadonlySet<string>): Ranking {
  const others = ranking.scores.filter(({ feature }) => unfit.has(feature))
  const before = (rank: number) => others.filter((entry) => entry.rank !== null && entry.rank < rank).length
  const placed = ranking.scores
    .filter(({ feature }) => !unfit.has(feature))
    .map((entry) => ({ ...entry, rank: entry.rank === null ? null : entry.rank - before(entry.rank) }))
  return { ...ranking, scores: [...placed, ...others.map((entry) => ({ ...entry, rank: null }))] }
}

/** The mean ranks as if the unfit columns were not there; they come last. */
function meansOf(rankings: readonly Ranking[], unfit: ReadonlySet<string>): readonly MeanRank[] {
  const fit = rankings.map((ranking) => ({
    ...ranking,
    scores: ranking.scores.filter(({ feature }) => !unfit.has(feature)),
  }))
  const times = (feature: string) =>
    rankings.filter(({ scores }) => scores.some((one) => one.feature === feature && one.score !== null))
      .length
  return [
    ...meanRanks(fit),
    ...Array.from(unfit, (feature) => ({ feature, rank: null, methods: times(feature) })),
  ]
}
