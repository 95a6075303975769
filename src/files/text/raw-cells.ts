import { runStream, textWriteJob } from '#memory'
import type { TextWriteInput, TextWritePart } from '#memory'
import { Chunks } from './chunks.ts'
import type { TextRecord } from './first-records.ts'
import { formOf, leastBytesForThreads } from './read-rows.ts'
import type { TextRun } from './read-rows.ts'
import type { DelimitedText } from './read-text.ts'
import { faultyRecord } from './text-faults.ts'
import { decoded } from './text-head.ts'

/** A row of one empty cell; without quotes it would be a blank line. */
const emptyRow = '""\n'

/** How CSV is written. */
export interface CsvStyle {
  readonly separator: string
  /** Whether cells that a spreadsheet would compute get an apostrophe. */
  readonly isSafe: boolean
}

/**
 * Writes some columns of a text as CSV, cells as they are in the file; `write` receives whole records in the
 * order of the rows.
 */
export async function writeCells(
  { files, names }: DelimitedText,
  columns: readonly number[],
  { separator, isSafe }: CsvStyle,
  run: TextRun,
  write: (records: Uint8Array) => void,
): Promise<void> {
  for (const file of files) {
    const form = { ...formOf(file), columns, outputSeparator: separator.charCodeAt(0), isSafe }
    const chunks = new Chunks(file.bytes, form, file.head.bytes)
    async function* tasks(): AsyncGenerator<Uint8Array> {
      for await (const { bytes } of chunks.all()) yield bytes
    }
    let blanks = 0
    const stream = {
      job: textWriteJob,
      input: form,
      tasks: tasks(),
      isLarge: file.bytes.size >= leastBytesForThreads,
    }
    await runStream<TextWriteInput, Uint8Array, TextWritePart>(stream, run, (part) => {
      // The file was read without faults before, so it has changed since.
      if (part.fault)
        throw faultyRecord(part.fault, file.label, part.fault.row + 1, part.fault.line + 1, file.names.length)
      if (part.rows > 0) {
        if (names.length === 1) write(new TextEncoder().encode(emptyRow.repeat(blanks)))
        blanks = 0
        write(part.bytes)
      }
      blanks += part.blanks
      chunks.releaseOldest()
    })
  }
}

/** The first rows of a text, cells as they stand in it. */
export interface FirstRows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The lines of the first row and of the last one, from 1. */
  readonly lines: readonly [first: number, last: number]
  /** What separates its cells. */
  readonly separator: string
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
    separator: file.separator,
    lines: [head.lines + 1, head.lines + Math.max(1, linesIn(file.text.slice(file.from), rows))],
  }
}

/** How many lines some records take; a cell in quotes may hold several. */
function linesIn(text: string, records: readonly TextRecord[]): number {
  if (records.length === 0) return 0
  const taken = text.slice(records[0].from, records[records.length - 1].to)
  return taken.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/).length
}
