import type { ExperimentList, ExperimentResult, ResultTable } from '#core'
import { alignNumbers } from './numbers.ts'
import { dim, emphasise, formatTable, restLine, tableWidth, widest, wrap } from './text.ts'
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

/**
 * A table below its title, if it has one. One that is too wide is divided into blocks, each with the first
 * column.
 */
function terminalTable({ title, columns, rows }: ResultTable, display: Display): string[] {
  const shown = rows.slice(0, display.lines)
  const cells = columns.map((_, column) => shownCells(shown.map((row) => row[column])))
  const headers = columns.map((name, column): ColumnHeader => {
    return { title: name, align: isNumeric(rows, column) ? 'right' : 'left' }
  })
  const block = (members: readonly number[]) => {
    const ofMembers = shown.map((_, row) => members.map((column) => cells[column][row]))
    return formatTable(
      members.map((column) => headers[column]),
      ofMembers,
      display,
    )
  }
  const widths = columns.map((name, column) => widest([name, ...cells[column]]))
  return [
    ...(title === undefined ? [] : wrap(title, display.width).map((line) => emphasise(line, display))),
    ...blocksOf(widths, display.width).flatMap((members, i) => [...(i > 0 ? [''] : []), ...block(members)]),
    ...restLine(shown.length, rows.length, display),
  ]
}

/** The columns of each block: the first one, and as many others as fit in. */
function blocksOf(widths: readonly number[], width: number): number[][] {
  const blocks: number[][] = [[0]]
  let filled = widths[0]
  for (let column = 1; column < widths.length; column++) {
    const last = blocks[blocks.length - 1]
    if (last.length > 1 && filled + 2 + widths[column] > width) {
      blocks.push([0, column])
      filled = widths[0] + 2 + widths[column]
    } else {
      last.push(column)
      filled += 2 + widths[column]
    }
  }
  return blocks
}

const isNumeric = (rows: ResultTable['rows'], column: number) =>
  rows.every((row) => typeof row[column] !== 'string')

/** The cells of a column: numbers with equal decimals, texts as they are. */
function shownCells(cells: readonly (string | number | null)[]): string[] {
  const numbers = cells.filter((cell): cell is number | null => typeof cell !== 'string')
  if (numbers.length === cells.length) return alignNumbers(numbers)
  return cells.map((cell) => (cell === null ? '' : String(cell)))
}
