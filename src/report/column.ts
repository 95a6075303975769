import { formatTable, tableWidth } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'

/** A column of a text table: its header and its cells. */
export interface TextColumn {
  readonly header: ColumnHeader
  readonly cells: readonly string[]
}

export function column(title: string, align: ColumnHeader['align'], cells: readonly string[]): TextColumn {
  return { header: { title, align }, cells }
}

/** Width of columns side by side, in characters. */
export function widthOfColumns(columns: readonly TextColumn[]): number {
  return tableWidth(headersOf(columns), rowsOf(columns))
}

/** Formats columns side by side, a line for the headers and one for each row. */
export function formatColumns(columns: readonly TextColumn[], display: Display): string[] {
  return formatTable(headersOf(columns), rowsOf(columns), display)
}

function headersOf(columns: readonly TextColumn[]): readonly ColumnHeader[] {
  return columns.map(({ header }) => header)
}

function rowsOf(columns: readonly TextColumn[]): readonly (readonly string[])[] {
  return columns[0].cells.map((_, row) => columns.map(({ cells }) => cells[row]))
}
