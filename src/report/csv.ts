import { csv } from './csv-lines.ts'
import { methodLabel } from './method-label.ts'
import type { Description } from '../trace/description.ts'
import type { Interactions } from '../trace/interactions.ts'
import type { Plan } from '../trace/plan.ts'
import type { RankResult } from '../trace/ranking.ts'
import type { ScoreResult } from '../trace/score.ts'

/** Rankings as CSV, one line per method and feature. */
export function rankingCsv({ rankings }: RankResult): string {
  const rows = rankings.flatMap(({ method, options, scores }) =>
    scores.map(({ feature, score, rank, pValue, qValue, n, why }) => [
      methodLabel({ method, options }),
      feature,
      score,
      rank,
      pValue,
      qValue,
      n,
      why,
    ]),
  )
  return csv(['method', 'feature', 'score', 'rank', 'pValue', 'qValue', 'n', 'why'], rows)
}

/** Interactions as CSV, one line per pair. */
export function interactionsCsv({ pairs }: Interactions): string {
  const rows = pairs.map(({ a, b, iA, iB, joint, interaction, pValue }) => [
    a,
    b,
    iA,
    iB,
    joint,
    interaction,
    pValue,
  ])
  return csv(['a', 'b', 'iA', 'iB', 'joint', 'interaction', 'pValue'], rows)
}

/** Scores of one set as CSV, one line per method. */
export function scoreCsv({ features, scores }: ScoreResult): string {
  const set = features.join(' ')
  const rows = scores.map(({ method, options, score, units, pValue, n, why }) => [
    methodLabel({ method, options }),
    set,
    score,
    units,
    pValue,
    n,
    why,
  ])
  return csv(['method', 'features', 'score', 'units', 'pValue', 'n', 'why'], rows)
}

/** A description as CSV, one line per column. */
export function descriptionCsv({ columns }: Description): string {
  const rows = columns.map(({ name, type, missing, distinct, min, max }) => [
    name,
    type,
    missing,
    distinct,
    min,
    max,
  ])
  return csv(['name', 'type', 'missing', 'distinct', 'min', 'max'], rows)
}

/** A plan as CSV, one line per kind of request. */
export function planCsv({ plan }: Plan): string {
  const rows = plan.map(({ request, sets, queries, reads, times, sql }) => [
    request,
    sets,
    queries,
    reads,
    times,
    sql,
  ])
  return csv(['request', 'sets', 'queries', 'reads', 'times', 'sql'], rows)
}
