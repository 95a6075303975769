import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { csvLines } from '#report'
import type { Column, Table } from '../src/index.ts'

/** Cells of one piece: the text of a whole table may be longer than a string can be. */
const cellsOfPiece = 1 << 18

/**
 * Writes a table as CSV: numbers in the digits that give them back, texts as they are, nothing for a missing
 * value.
 */
export async function writeTable(
  { rows, columns }: Table,
  output: Writable,
  style: { readonly safeCsv: boolean },
): Promise<void> {
  const write = async (lines: Parameters<typeof csvLines>[0]) => {
    if (!output.write(`${csvLines(lines, style)}\n`)) await once(output, 'drain')
  }
  await write([columns.map(({ name }) => name)])
  const rowsOfPiece = Math.max(1, Math.floor(cellsOfPiece / columns.length))
  for (let from = 0; from < rows; from += rowsOfPiece) {
    const size = Math.min(rowsOfPiece, rows - from)
    await write(Array.from({ length: size }, (_, i) => columns.map((column) => cellOf(column, from + i))))
  }
}

function cellOf(column: Column, row: number): string | number | null {
  if (column.missing?.[row]) return null
  return column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
}
