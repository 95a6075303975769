import { csv } from './csv-lines.ts'
import { methodLabel } from './method-label.ts'
import type { Description } from '../trace/description.ts'
import type { Plan } from '../trace/plan.ts'
import type { RankResult } from '../trace/ranking.ts'

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
