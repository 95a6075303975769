import type { Assignment } from './methods.ts'
import type { RankScores } from '../criteria/criterion.ts'
import { falseDiscoveryRates } from '../measures/false-discovery.ts'
import type { FeatureScore, Ranking } from '../trace/ranking.ts'
import type { PlayedColumn } from './play.ts'

/** Scores nearer than this, relative to their size, are tied. */
export const tie = 1e-12

/** Puts a method's scores in order: best first, ties in the table's order, columns without a score last. */
export function standing(
  { criterion, options, columns, refused }: Assignment,
  scores: RankScores,
  order: readonly PlayedColumn[],
): Ranking {
  const place = new Map(columns.map((column, i) => [column, i]))
  const rates = scores.pValue && falseDiscoveryRates(scores.pValue)
  const entries = order.map((column) => {
    const i = place.get(column)
    if (i === undefined) return { key: null, shown: unscored(column.name, 0, refused.get(column)!) }
    const why = scores.why?.[i]
    const score = scores.score[i]
    const n = scores.n[i]
    if (Number.isNaN(score)) return { key: null, shown: unscored(column.name, n, why ?? 'it has no score') }
    const pValue = scores.pValue?.[i] ?? NaN
    const shown: Omit<FeatureScore, 'rank'> = {
      feature: column.name,
      score,
      ...(!Number.isNaN(pValue) && { pValue, qValue: rates![i] }),
      n,
      ...(why !== undefined && { why }),
    }
    return { key: keysOf(score, pValue), shown }
  })
  const scored = entries.filter((entry) => entry.key !== null) as {
    key: Keys
    shown: Omit<FeatureScore, 'rank'>
  }[]
  scored.sort((a, b) => compare(a.key, b.key))
  let rank = 0
  const ranked = scored.map(({ key, shown }, i): FeatureScore => {
    if (i === 0 || compare(scored[i - 1].key, key) !== 0) rank = i + 1
    const { feature, score, ...rest } = shown
    return { feature, score, rank, ...rest }
  })
  const last = entries.filter(({ key }) => key === null).map(({ shown }) => shown as FeatureScore)
  const { id, better, units } = criterion
  return { method: id, options, better, units, scores: [...ranked, ...last] }

  function keysOf(score: number, pValue: number): Keys {
    const size = criterion.signed ? Math.abs(score) : score
    const merit = criterion.better === 'higher' ? -size : size
    return options.by === 'p' && !Number.isNaN(pValue) ? [pValue, merit] : [merit]
  }
}

type Keys = readonly number[]

function unscored(feature: string, n: number, why: string): FeatureScore {
  return { feature, score: null, rank: null, n, why }
}

/** By the first key that differs by more than rounding; smaller is better. */
function compare(a: Keys, b: Keys): number {
  for (const [i, key] of a.entries()) {
    if (key === b[i] || Math.abs(key - b[i]) <= tie * Math.max(Math.abs(key), Math.abs(b[i]))) continue
    return key - b[i]
  }
  return 0
}

/** The mean of each column's ranks over several rankings: ties share the mean of their places, no score is last. */
export function meanRanks(rankings: readonly Ranking[]): { feature: string; rank: number }[] {
  const sums = new Map<string, number>()
  for (const { scores } of rankings) {
    for (const { feature, rank } of scores) {
      const alike = scores.flatMap((score, place) => (score.rank === rank ? [place + 1] : []))
      const shared = rank === null ? scores.length : (alike[0] + alike[alike.length - 1]) / 2
      sums.set(feature, (sums.get(feature) ?? 0) + shared)
    }
  }
  const means = [...sums].map(([feature, sum]) => ({ feature, rank: sum / rankings.length }))
  return means.sort((a, b) => a.rank - b.rank)
}
