import type { PlannedWork } from '../sources/source.ts'
import { dim, setTable } from './text.ts'
import type { Paper } from './text.ts'

/** A plan as a table for people: what would be asked of the source, and of how many rows. */
export function planText(plan: readonly PlannedWork[], source: string, paper: Paper): string {
  const columns = [
    { title: 'request', align: 'left' as const },
    { title: 'sets', align: 'right' as const },
    { title: source === 'memory' ? 'passes' : 'queries', align: 'right' as const },
    { title: 'rows each', align: 'right' as const },
    { title: plan.some(({ sql }) => sql !== undefined) ? 'first query' : '', align: 'left' as const },
  ]
  const total = plan.reduce((sum, { queries }) => sum + queries, 0)
  const room = Math.max(20, paper.width - 48)
  const rows = plan.map(({ request, sets, queries, reads, sql = '' }) => [
    request,
    sets.toLocaleString('en'),
    queries.toLocaleString('en'),
    reads.toLocaleString('en'),
    dim(sql.length > room ? `${sql.slice(0, room - 1)}…` : sql, paper),
  ])
  return [
    ...setTable(columns, rows, paper),
    '',
    `${total} ${columns[2].title} on ${source}; nothing was run`,
  ].join('\n')
}
