import { applicableOptions, isNear, leastRows, shareInWords, tiedRuns } from '#core'
import type { FeatureScore, MeanRank, Ranking, Task } from '#core'
import { falseDiscoveryRates, merit, unitsOf } from '#methods'
import type { RankScores } from '#methods'
import type { Assignment } from '../coding/assignment.ts'
import { reportedPath } from '../scope/reported-path.ts'
import type { ScopeColumn } from '../scope/scope.ts'

/**
 * Sorts a method's scores: best first, ties in the order of the table. Columns scored on too few rows by
 * `minRows`, compared with the column that has the most, come after the others, because a score of few rows
 * owes more to chance. Columns without a score come last.
 */
export function rankingOf(
  { criterion, options, columns, features, refused }: Assignment,
  scores: RankScores,
  order: readonly ScopeColumn[],
  task: Task,
  minRows: number,
): Ranking {
  const most = mostRows(scores)
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
    const z = scores.parts?.['z']?.[i] ?? NaN
    const isOnFew = n < leastRows(minRows, most)
    const note = why ?? (isOnFew ? onFewRows(n, most) : undefined)
    const shown: Shown = {
      feature: column.name,
      score,
      rank: 0,
      ...(!Number.isNaN(z) && { z }),
      ...(!Number.isNaN(pValue) && { pValue, ...sourceOfP(scores, i), qValue: rates![i] }),
      n,
      ...(isOnFew && { fewRows: true }),
      ...(scores.chosen?.[i] === 1 && { chosen: true }),
      ...(note !== undefined && { why: note }),
    }
    return { key: keyOf(score, pValue, scores.tieOrder?.[i] ?? 0, isOnFew), shown }
  })
  const scored = entries.filter((entry): entry is Scored => entry.key !== null)
  const last = entries.filter(({ key }) => key === null).map(({ shown }) => shown)
  const { id, better } = criterion
  return {
    method: id,
    options: applicableOptions(criterion.options, options),
    better,
    units: unitsOf(criterion, options, task),
    scores: [...inOrder(scored), ...last],
    ...(scores.path && {
      path: reportedPath(
        scores.path,
        features,
        columns.map(({ name }) => name),
      ),
    }),
    ...(scores.graph && { graph: scores.graph }),
  }

  function keyOf(score: number, pValue: number, tieOrder: number, isOnFew: boolean): Key {
    const badness = -merit(score, criterion)
    const last = isOnFew ? 1 : 0
    if (options.by === 'p') return [last, Number.isNaN(pValue) ? Infinity : pValue, badness]
    return [last, badness, -tieOrder]
  }
}

/** Where a p-value comes from, and how exact it is where a distribution was fitted. */
function sourceOfP({ pFrom, pWithin }: RankScores, i: number): Pick<FeatureScore, 'pFrom' | 'pWithin'> {
  const within = pWithin?.[i] ?? NaN
  return { pFrom: pFrom?.[i] ?? 'law', ...(!Number.isNaN(within) && { pWithin: within }) }
}

/** The sort key of a column, smallest first. */
type Key = readonly [number, number, number]

/** The largest number of rows behind a score. */
function mostRows({ n, score }: RankScores): number {
  return n.reduce((most, rows, i) => (Number.isNaN(score[i]) ? most : Math.max(most, rows)), 0)
}

function onFewRows(n: number, most: number): string {
  return `scored on ${shareInWords(n, most)}`
}

/** What is shown of a score; its rank is known once all are sorted. */
type Shown = Omit<FeatureScore, 'rank'> & { rank: number }

interface Scored {
  readonly key: Key
  readonly shown: Shown
}

function unscored(feature: string, n: number, why: string): FeatureScore {
  return { feature, score: null, rank: null, n, why }
}

/**
 * Sorts by the exact keys and gives ranks; columns tied with the first of their run share its rank and keep
 * the order of the table.
 */
function inOrder(scored: readonly Scored[]): readonly FeatureScore[] {
  const sorted = [...scored.keys()].sort((a, b) => compareKeys(scored[a].key, scored[b].key))
  const ranked: FeatureScore[] = []
  for (const run of tiedRuns(sorted, (a, b) => areTied(scored[a].key, scored[b].key))) {
    const rank = ranked.length + 1
    if (run.length > 1) run.sort((a, b) => a - b)
    for (const place of run) {
      const { shown } = scored[place]
      shown.rank = rank
      ranked.push(shown)
    }
  }
  return ranked
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function compareKeys(a: Key, b: Key): number {
  return compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2])
}

function areTied(a: Key, b: Key): boolean {
  return a[0] === b[0] && isNear(a[1], b[1]) && isNear(a[2], b[2])
}

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
