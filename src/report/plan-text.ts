import type { Plan } from '../trace/plan.ts'
import { grouped } from './numbers.ts'
import { dim, formatTable, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** A plan as a table: the requests to the source, and how many rows each reads. */
export function planText({ plan, source }: Plan, display: Display): string {
  const unit = source === 'memory' ? 'passes' : 'queries'
  const columns = [
    { title: 'request', align: 'left' as const },
    { title: 'sets', align: 'right' as const },
    { title: unit, align: 'right' as const },
    { title: 'rows each', align: 'right' as const },
    { title: plan.some(({ sql }) => sql !== undefined) ? 'first query' : '', align: 'left' as const },
  ]
  const width = Math.max(20, display.width - 52)
  const rows = plan.map(({ request, sets, queries, reads, times, sql = '' }) => [
    times === undefined ? request : `${request} × ${grouped(times)}`,
    grouped(sets),
    grouped(queries),
    grouped(reads),
    dim(shorten(sql, width), display),
  ])
  const total = plan.reduce((sum, { queries, times = 1 }) => sum + queries * times, 0)
  const summary = `${grouped(total)} ${unit} on ${source}, and a few more for the warnings; so far only the target was read`
  return [
    ...formatTable(columns, rows, display),
    '',
    ...wrap(summary, display.width).map((line) => dim(line, display)),
  ].join('\n')
}
