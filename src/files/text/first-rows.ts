import type { DelimitedText } from './read-text.ts'
import { decoded } from './text-head.ts'

/** The first rows of a text, cells as they stand in it. */
export interface FirstRows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The line of the first row, from 1. */
  readonly line: number
}

/** How many rows are shown beside the columns. */
const most = 12

/** The first rows of a text, below its header. */
export function firstRowsOf({ files: [file], names, options }: DelimitedText): FirstRows {
  const { headerRows = 1, skipAfterHeader = 0 } = options
  const { records, encoding, head, hasRowNames } = file
  const rows = records.slice(headerRows + skipAfterHeader, headerRows + skipAfterHeader + most)
  return {
    names: hasRowNames && names.length < (rows[0]?.cells.length ?? 0) ? ['', ...names] : names,
    rows: rows.map(({ cells }) => cells.map((cell) => decoded(cell, encoding))),
    line: head.lines + 1,
  }
}
