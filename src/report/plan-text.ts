import type { Plan } from '../trace/plan.ts'
import { grouped } from './numbers.ts'
import { dim, setTable, shorten, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** A plan as a table for people: what would be asked of the source, and of how many rows. */
export function planText({ plan, source }: Plan, paper: Paper): string {
  const unit = source === 'memory' ? 'passes' : 'queries'
  const columns = [
    { title: 'request', align: 'left' as const },
    { title: 'sets', align: 'right' as const },
    { title: unit, align: 'right' as const },
    { title: 'rows each', align: 'right' as const },
    { title: plan.some(({ sql }) => sql !== undefined) ? 'first query' : '', align: 'left' as const },
  ]
  const room = Math.max(20, paper.width - 52)
  const rows = plan.map(({ request, sets, queries, reads, times, sql = '' }) => [
    times === undefined ? request : `${request} × ${grouped(times)}`,
    grouped(sets),
    grouped(queries),
    grouped(reads),
    dim(shorten(sql, room), paper),
  ])
  const total = plan.reduce((sum, { queries, times = 1 }) => sum + queries * times, 0)
  const summary = `${grouped(total)} ${unit} on ${source}, and a few for the warnings; only the target was looked at`
  return [
    ...setTable(columns, rows, paper),
    '',
    ...wrap(summary, paper.width).map((line) => dim(line, paper)),
  ].join('\n')
}
