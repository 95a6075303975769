import { runStream, textWriteJob } from '#memory'
import type { TextWriteInput, TextWritePart } from '#memory'
import { Chunks } from './chunks.ts'
import { formOf, leastBytesForThreads } from './read-rows.ts'
import type { TextRun } from './read-rows.ts'
import type { DelimitedText } from './read-text.ts'
import { faultyRecord } from './text-faults.ts'

/** A row of one empty cell; without quotes it would be a blank line. */
const emptyRow = '""\n'

/**
 * Writes some columns of a text as CSV, cells as they are in the file; `write` receives whole records in the
 * order of the rows.
 */
export async function writeCells(
  { files, names }: DelimitedText,
  columns: readonly number[],
  separator: string,
  run: TextRun,
  write: (records: Uint8Array) => void,
): Promise<void> {
  for (const file of files) {
    const form = { ...formOf(file), columns, outputSeparator: separator.charCodeAt(0) }
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
