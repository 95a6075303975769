import { methodLabel } from './method-label.ts'
import type { Description } from '../trace/description.ts'
import type { Catalogue } from '../trace/catalogue.ts'
import type { Plan } from '../trace/plan.ts'
import type { RankResult } from '../trace/ranking.ts'

type Cell = string | number | null | undefined

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

/** The catalogue as CSV, one line per method. */
export function catalogueCsv({ methods }: Catalogue): string {
  const rows = methods.map((method) => [
    method.id,
    method.shape,
    method.title,
    method.better,
    method.units,
    method.formula,
    method.source,
  ])
  return csv(['id', 'shape', 'title', 'better', 'units', 'formula', 'source'], rows)
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

function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => row.map(quoted).join(',')).join('\n')
}

function quoted(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return cell === Infinity ? 'inf' : cell === -Infinity ? '-inf' : String(cell)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
