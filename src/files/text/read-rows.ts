import { sharedBuffer } from '#core'
import { readAs, runStream, textReadJob } from '#memory'
import type { TextReadInput, TextReadPart, TextReadTask } from '#memory'
import { Chunks } from './chunks.ts'
import type { Chunk } from './chunks.ts'
import type { ColumnReader } from './column-reader.ts'
import { FileRows } from './file-rows.ts'
import type { FileRowRange, ReadRows } from './file-rows.ts'
import { delimiterBytes } from './record-scan.ts'
import type { TextFile } from './text-file.ts'

/** Threads, interruption and progress while a text is read. */
export interface TextRun {
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called from time to time with the share read so far, 0 to 1. */
  readonly progress?: ((share: number) => void) | undefined
}

/** In bytes: a smaller file is read in less time than threads take to start. */
export const leastBytesForThreads = 1 << 22

/**
 * Reads some columns of files with the same header in one pass; `take` receives the rows in order, chunk by
 * chunk.
 */
export async function readRows(
  files: readonly TextFile[],
  readers: readonly ColumnReader[],
  given: Pick<TextReadInput, 'comma' | 'missing' | 'notedMissing'>,
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
    const rows = new FileRows(file, readers, first, shareOfAll)
    const form = { ...formOf(file), ...given }
    const chunks = new Chunks(file.bytes, form, file.head.bytes)
    const pending: { readonly chunk: Chunk; readonly into: Float64Array | null }[] = []
    const free: Float64Array[] = []
    async function* tasks(): AsyncGenerator<TextReadTask> {
      for await (const chunk of chunks.all()) {
        const { bytes } = chunk
        // Cells of one character and a separator are half as many as bytes.
        const into = free.pop() ?? sharedNumbers(bytes.length >> 1)
        pending.push({ chunk, into })
        yield { bytes, modes: modesOf(readers, file.names.length), into }
      }
    }
    const stream = {
      job: textReadJob,
      input: form,
      tasks: tasks(),
      isLarge: file.bytes.size >= leastBytesForThreads,
    }
    await runStream<TextReadInput, TextReadTask, TextReadPart>(stream, run, async (part) => {
      const { chunk, into } = pending.shift()!
      for (const read of rows.take(part, chunk)) await take(read)
      chunks.releaseOldest()
      if (into) free.push(into)
      run.progress?.(shareOfAll(chunk.share))
    })
    const range = rows.range(chunks.lastBytes)
    ranges.push(range)
    first += range.rows
    sizeBefore += file.bytes.size
  }
  return ranges
}

/** The delimiters of a file, in the form that the kernels need. */
export function formOf({ separator, quote, comment, names, encoding }: TextFile) {
  return { ...delimiterBytes({ separator, quote, comment }), width: names.length, encoding }
}

/** The read mode of each column of the file. */
function modesOf(readers: readonly ColumnReader[], width: number): Uint8Array {
  const modes = new Uint8Array(width).fill(readAs.nothing)
  for (const { index, mode } of readers) modes[index] = mode
  return modes
}

/** Memory for numbers that threads share; `null` if the platform has no shared memory. */
function sharedNumbers(length: number): Float64Array | null {
  const buffer = sharedBuffer(length * 8)
  return buffer instanceof ArrayBuffer ? null : new Float64Array(buffer)
}
