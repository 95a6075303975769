import type { ColumnDescription, Description } from '#core'
import { dataLine } from './data-line.ts'
import { descriptionTable } from './description-table.ts'
import { allKinds, findingLines } from './findings-text.ts'
import { grouped } from './numbers.ts'
import { dim, restLine, wrap } from './text.ts'
import type { Display } from './text.ts'

/** A description as a table, with a line for each column, and what is to check. */
export function descriptionText(description: Description, name: string, display: Display): string {
  const shown = description.columns.slice(0, display.lines)
  const { lines, hasBars } = descriptionTable(shown, description.coding, display)
  const isOutside = shown.some(({ histogram }) => histogram?.below || histogram?.above)
  const notes = hasBars ? (isOutside ? [outside] : []) : [tooNarrow]
  return [
    dataLine(description.data, name, display),
    '',
    ...lines,
    ...restLine(
      shown.length,
      description.columns.length,
      display,
      kindsText(description.columns.slice(shown.length)),
    ),
    ...notes.flatMap((note) => ['', ...wrap(note, display.width).map((line) => dim(line, display))]),
    ...findingLines(
      description.columns,
      (some) => `to check: ${some}`,
      display,
      allKinds,
      description.spec.target !== null,
    ),
  ].join('\n')
}

/** How many columns of each type there are, the most first: `9,940 numeric, 11 categorical`. */
function kindsText(columns: readonly ColumnDescription[]): string {
  const counts = new Map<string, number>()
  for (const { type, time } of columns) counts.set(time ?? type, (counts.get(time ?? type) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${grouped(count)} ${kind}`)
    .join(', ')
}

const tooNarrow = 'too narrow to show histograms and cuts: --format json shows them'
const outside =
  '< and > stand for values far from the others: at most 1 % of the rows, or one row, at each end'
