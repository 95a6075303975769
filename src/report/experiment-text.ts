import type { ExperimentList, ExperimentResult, ResultTable } from '#core'
import { terminalTable } from './terminal-table.ts'
import { dim, emphasise, formatTable, tableWidth, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'

/** An experiment: what the document says, what holds, and some of its tables. */
export function experimentText(
  result: ExperimentResult,
  tables: readonly ResultTable[],
  display: Display,
): string {
  return [
    ...wrap(result.title, display.width).map((line) => emphasise(line, display)),
    ...wrap(result.source, display.width).map((line) => dim(line, display)),
    '',
    ...wrap(`claimed: ${result.claimed}`, display.width, '  '),
    ...wrap(`found: ${result.found}`, display.width, '  '),
    ...tables.flatMap((table) => ['', ...terminalTable(table, display)]),
  ].join('\n')
}

/** The list of experiments, each with what it shows. */
export function experimentListText({ experiments }: ExperimentList, display: Display): string {
  const headers = [
    { title: 'experiment', align: 'left' },
    { title: 'what it shows', align: 'left' },
  ] as const satisfies readonly ColumnHeader[]
  const names = experiments.map(({ name }) => [name])
  const width = Math.max(24, display.width - tableWidth(headers.slice(0, 1), names) - 2)
  const rows = experiments.flatMap(({ name, summary, data }) =>
    wrap(data === undefined ? summary : `${summary} (--data: ${data})`, width).map((line, i) => [
      i === 0 ? name : '',
      dim(line, display),
    ]),
  )
  return [...formatTable(headers, rows, display), '', 'Run one of them: criba experiment <name>'].join('\n')
}
