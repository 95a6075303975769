import type { Plan } from '#core'
import { grouped } from './numbers.ts'
import { dim, formatTable, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** A plan as a table: the requests to the source, and how many rows each reads. */
export function planText(all: Plan, display: Display): string {
  const { plan } = all
  const unit = unitOf(all)
  const hasBytes = plan.some(({ bytes }) => bytes !== undefined)
  const hasSteps = plan.some(({ step }) => step !== undefined)
  const columns = [
    ...(hasSteps ? [{ title: 'step', align: 'right' as const }] : []),
    { title: 'request', align: 'left' as const },
    { title: 'sets', align: 'right' as const },
    { title: unit, align: 'right' as const },
    { title: 'rows each', align: 'right' as const },
    ...(hasBytes ? [{ title: 'bytes in all', align: 'right' as const }] : []),
    { title: plan.some(({ sql }) => sql !== undefined) ? 'first query' : '', align: 'left' as const },
  ]
  const width = Math.max(20, display.width - 52)
  const rows = plan.map(({ request, sets, queries, reads, bytes, step, times, sql = '' }) => [
    ...(hasSteps ? [step === undefined ? '' : String(step)] : []),
    times === undefined ? request : `${request} × ${grouped(times)}`,
    grouped(sets),
    grouped(queries),
    grouped(reads),
    ...(hasBytes ? [bytes === undefined ? '' : bytesInWords(bytes)] : []),
    dim(shorten(sql, width), display),
  ])
  return [
    ...formatTable(columns, rows, display),
    '',
    ...wrap(planSummary(all), display.width).map((line) => dim(line, display)),
  ].join('\n')
}

function unitOf({ source }: Plan): string {
  return source === 'memory' ? 'passes' : 'queries'
}

/** How many requests there are in all, and what more is read. */
export function planSummary(all: Plan): string {
  const { plan, source } = all
  const total = plan.reduce((sum, { queries, times = 1 }) => sum + queries * times, 0)
  const bytes = plan.reduce((sum, { bytes = 0, times = 1 }) => sum + bytes * times, 0)
  const hasBytes = plan.some((line) => line.bytes !== undefined)
  const scanned = hasBytes ? ` that read about ${bytesInWords(bytes)} as stored` : ''
  const others = plan.some(({ step }) => step !== undefined)
    ? 'for tests, warnings and evidence'
    : 'for the warnings'
  return `${grouped(total)} ${unitOf(all)} on ${source}${scanned}, and more ${others}; so far only the target was read`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** An amount of bytes with two digits or more. */
function bytesInWords(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${units[unit]}`
}
