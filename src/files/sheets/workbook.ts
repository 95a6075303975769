/** Errors of formulas in a sheet, such as `#DIV/0!`, each with how many cells show it. */
export type CellErrors = Map<string, number>

/** What a cell shows besides numbers and texts: `duration` is a time of 24 hours or more. */
export type DatedKind = 'date' | 'datetime' | 'duration'

/** Receives the cells of a sheet, row by row, from left to right; rows and columns count from 0. */
export interface CellSink {
  cell(row: number, column: number, text: string, kind?: DatedKind): void
  /** Called for each cell that holds a number. */
  number(row: number, column: number, value: number): void
  /** Called for each cell that shows its number as a percentage. */
  percentage(column: number, value: number): void
  /** Called for each cell with a formula whose value is not stored. */
  formula(column: number): void
  /** Called for each cell that shows an error instead of a value. */
  error(name: string): void
  /** Whether no more cells are wanted. */
  readonly isDone: boolean
}

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  read(sink: CellSink): Promise<void>
}

/** A table has values in so many columns, and in a header and so many rows below it. */
const fewestColumns = 2
const fewestRows = 2

/** Whether a sheet has no values, or enough to be a table. */
export async function contentsOf(sheet: Sheet): Promise<'none' | 'few' | 'table'> {
  const columns = new Set<number>()
  const rows = new Set<number>()
  const sink = {
    isDone: false,
    cell: (row: number, column: number, text: string) => {
      if (text !== '') sink.number(row, column)
    },
    number: (row: number, column: number) => {
      columns.add(column)
      rows.add(row)
      sink.isDone = columns.size >= fewestColumns && rows.size > fewestRows
    },
    percentage: () => {},
    error: () => {},
    formula: () => {},
  }
  await sheet.read(sink)
  if (sink.isDone) return 'table'
  return columns.size === 0 ? 'none' : 'few'
}
