import { setTable, tableWidth } from './text.ts'
import type { Paper, Setting } from './text.ts'

/** A column of a table with its cells. */
export interface TextColumn {
  readonly setting: Setting
  readonly cells: readonly string[]
}

export function column(title: string, align: Setting['align'], cells: readonly string[]): TextColumn {
  return { setting: { title, align }, cells }
}

/** Columns of text that columns of a table take side by side. */
export function widthOfColumns(columns: readonly TextColumn[]): number {
  return tableWidth(settingsOf(columns), rowsOf(columns))
}

/** Sets columns side by side. */
export function setColumns(columns: readonly TextColumn[], paper: Paper): string[] {
  return setTable(settingsOf(columns), rowsOf(columns), paper)
}

function settingsOf(columns: readonly TextColumn[]): readonly Setting[] {
  return columns.map(({ setting }) => setting)
}

function rowsOf(columns: readonly TextColumn[]): readonly (readonly string[])[] {
  return columns[0].cells.map((_, row) => columns.map(({ cells }) => cells[row]))
}
