import { sharedBuffer } from '../../columns/allocate.ts'
import { runStream } from '../../kernel/stream.ts'
import { readAs, textReadJob } from '../../kernel/text-read-job.ts'
import type { TextReadInput, TextReadPart, TextReadTask } from '../../kernel/text-read-job.ts'
import { Chunks } from './chunks.ts'
import type { Chunk } from './chunks.ts'
import type { ColumnReading } from './column-reading.ts'
import { FileRows } from './file-rows.ts'
import type { FileRowRange, ReadRows } from './file-rows.ts'
import type { TextFile } from './text-file.ts'

/** Threads, cancelling and progress of reading a text. */
export interface TextRun {
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called now and then with the share read, 0 to 1. */
  readonly progress?: ((share: number) => void) | undefined
}

/** A smaller file, in bytes, is read before threads have started. */
export const leastBytesForThreads = 1 << 22

/** Reads some columns of files with the same header once; `take` gets the rows in order, chunk by chunk. */
export async function readRows(
  files: readonly TextFile[],
  readings: readonly ColumnReading[],
  given: Pick<TextReadInput, 'comma' | 'missing'>,
  run: TextRun,
  take: (rows: ReadRows) => void | Promise<void>,
): Promise<readonly FileRowRange[]> {
  const ranges: FileRowRange[] = []
  let first = 0
  const sizeOfAll = files.reduce((sum, { bytes }) => sum + bytes.size, 0)
  let sizeBefore = 0
  for (const file of files) {
    const before = sizeBefore
    const shareOfAll = (share: number) => (before + share * file.bytes.size) / sizeOfAll
    const rows = new FileRows(file, readings, first, shareOfAll)
    const form = { ...formOf(file), ...given }
    const chunks = new Chunks(file.bytes, form, file.head.bytes)
    const waiting: { readonly chunk: Chunk; readonly into: Float64Array | null }[] = []
    const free: Float64Array[] = []
    async function* tasks(): AsyncGenerator<TextReadTask> {
      for await (const chunk of chunks.all()) {
        const { bytes } = chunk
        // Cells of one character are half as many as bytes.
        const into = free.pop() ?? sharedNumbers(bytes.length >> 1)
        waiting.push({ chunk, into })
        yield { bytes, modes: modesOf(readings, file.names.length), into }
      }
    }
    const stream = {
      job: textReadJob,
      input: form,
      tasks: tasks(),
      isLarge: file.bytes.size >= leastBytesForThreads,
    }
    await runStream<TextReadInput, TextReadTask, TextReadPart>(stream, run, async (part) => {
      const { chunk, into } = waiting.shift()!
      for (const read of rows.take(part, chunk)) await take(read)
      chunks.giveBack()
      if (into) free.push(into)
      run.progress?.(shareOfAll(chunk.share))
    })
    const range = rows.range()
    ranges.push(range)
    first += range.rows
    sizeBefore += file.bytes.size
  }
  return ranges
}

/** How a file is written, as the kernels need it. */
export function formOf({ separator, quote, comment, names, encoding }: TextFile) {
  return {
    separator: separator.charCodeAt(0),
    quote: quote.charCodeAt(0),
    comment: comment === '' ? 0 : comment.charCodeAt(0),
    width: names.length,
    encoding,
  }
}

/** How each column of the file is read. */
function modesOf(readings: readonly ColumnReading[], width: number): Uint8Array {
  const modes = new Uint8Array(width).fill(readAs.nothing)
  for (const { index, mode } of readings) modes[index] = mode
  return modes
}

/** Memory for numbers that threads share; `null` where they share none. */
function sharedNumbers(length: number): Float64Array | null {
  const buffer = sharedBuffer(length * 8)
  return buffer instanceof ArrayBuffer ? null : new Float64Array(buffer)
}
