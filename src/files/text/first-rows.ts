import type { TextRecord } from './first-records.ts'
import type { DelimitedText } from './read-text.ts'
import { decoded } from './text-head.ts'

/** The first rows of a text, cells as they stand in it. */
export interface FirstRows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The lines of the first row and of the last one, from 1. */
  readonly lines: readonly [first: number, last: number]
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
    lines: [head.lines + 1, head.lines + Math.max(1, linesIn(file.text.slice(file.from), rows))],
  }
}

/** How many lines some records take; a cell in quotes may hold several. */
function linesIn(text: string, records: readonly TextRecord[]): number {
  if (records.length === 0) return 0
  const taken = text.slice(records[0].from, records[records.length - 1].to)
  return taken.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/).length
}
