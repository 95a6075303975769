import type { Description } from '#core'
import { dataLine } from './data-line.ts'
import { descriptionTable } from './description-table.ts'
import { findingLines } from './findings-text.ts'
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
    ...restLine(shown.length, description.columns.length, display),
    ...notes.flatMap((note) => ['', ...wrap(note, display.width).map((line) => dim(line, display))]),
    ...findingLines(description.columns, (some) => `to check: ${some}`, display),
  ].join('\n')
}

const tooNarrow = 'too narrow to show histograms and cuts: --format json shows them'
const outside =
  '< and > stand for values far from the others: at most 1 % of the rows, or one row, at each end'
