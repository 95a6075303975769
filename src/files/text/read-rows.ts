import { runStream } from '../../kernel/stream.ts'
import { textDecoder } from '../../kernel/text-decoder.ts'
import type { TextFault } from '../../kernel/text-chunk.ts'
import { readAs, textReadJob } from '../../kernel/text-read-job.ts'
import type { TextReadGiven, TextReadPart, TextReadTask } from '../../kernel/text-read-job.ts'
import type { CribaError } from '../../spec/error.ts'
import { Chunks } from './chunks.ts'
import type { Chunk } from './chunks.ts'
import type { ColumnReading } from './column-reading.ts'
import { notesOf, PartTexts } from './part-columns.ts'
import type { TextFile } from './text-file.ts'
import { faultyRecord, tooLong } from './text-faults.ts'

/** Some columns of a chunk, as they were read. */
export type ReadCells =
  | { readonly reading: ColumnReading; readonly values: Float64Array }
  | {
      readonly reading: ColumnReading
      /** The distinct texts; null for those that stand for no value. */
      readonly texts: readonly (string | null)[]
      readonly codes: Uint32Array
    }

/** Rows of a text as they come, in their order. */
export interface ReadRows {
  /** The number of the first of them, from 0. */
  readonly first: number
  readonly count: number
  readonly columns: readonly ReadCells[]
  /** About how many rows the whole will have. */
  readonly expected: number
}

/** What a pass found out about a file. */
export interface FileRowRange {
  /** The number of its first row among those of all files. */
  readonly first: number
  readonly rows: number
  /** Whether row i, counted from 1, stands in line i + 1. */
  readonly isLineARow: boolean
}

/** How a pass over files is followed and stopped. */
export interface TextRun {
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called now and then with the share read, 0 to 1. */
  readonly progress?: ((share: number) => void) | undefined
}

/** A file turns out not to be UTF-8 after some of it was read. */
export class NotUtf8 extends Error {
  readonly file: TextFile

  constructor(file: TextFile) {
    super(`${file.label} is not UTF-8`)
    this.file = file
  }
}

/** Below so many bytes threads take longer to start than the work. */
export const worthThreads = 1 << 22

/** Reads some columns of files with the same names, and hands over their rows as they come. */
export async function readRows(
  files: readonly TextFile[],
  readings: readonly ColumnReading[],
  given: Pick<TextReadGiven, 'comma' | 'missing'>,
  run: TextRun,
  take: (rows: ReadRows) => void | Promise<void>,
): Promise<readonly FileRowRange[]> {
  const passed: FileRowRange[] = []
  let first = 0
  for (const [number, file] of files.entries()) {
    const rows = new FileRows(file, readings, first, (share) => (number + share) / files.length)
    const form = { ...formOf(file), ...given }
    const chunks = new Chunks(file.bytes, form, file.head.bytes)
    const waiting: Chunk[] = []
    async function* tasks(): AsyncGenerator<TextReadTask> {
      for await (const chunk of chunks.all()) {
        waiting.push(chunk)
        yield { bytes: chunk.bytes, modes: modesOf(readings, file.names.length) }
      }
    }
    const stream = { job: textReadJob, given: form, tasks: tasks(), isLarge: file.bytes.size >= worthThreads }
    await runStream<TextReadGiven, TextReadTask, TextReadPart>(stream, run, async (part) => {
      const chunk = waiting.shift()!
      for (const read of rows.take(part, chunk)) await take(read)
      chunks.giveBack()
      run.progress?.((number + chunk.share) / files.length)
    })
    passed.push(rows.passed())
    first += passed[number].rows
  }
  return passed
}

export function formOf({ separator, quote, comment, names, encoding }: TextFile) {
  return {
    separator: separator.charCodeAt(0),
    quote: quote.charCodeAt(0),
    comment: comment === '' ? 0 : comment.charCodeAt(0),
    width: names.length,
    encoding,
  }
}

function modesOf(readings: readonly ColumnReading[], width: number): Uint8Array {
  const modes = new Uint8Array(width).fill(readAs.nothing)
  for (const { index, mode } of readings) modes[index] = mode
  return modes
}

/** The rows of one file, chunk by chunk. */
class FileRows {
  readonly #file: TextFile
  readonly #readings: readonly ColumnReading[]
  readonly #first: number
  readonly #shareOfAll: (share: number) => number
  readonly #decode: (bytes: Uint8Array) => string
  #rows = 0
  #lines = 0
  /** Blank lines since the last row; of a single column they are rows once another row follows. */
  #blanks = 0

  constructor(
    file: TextFile,
    readings: readonly ColumnReading[],
    first: number,
    shareOfAll: (share: number) => number,
  ) {
    this.#file = file
    this.#readings = readings
    this.#first = first
    this.#shareOfAll = shareOfAll
    this.#decode = textDecoder(file.encoding)
  }

  /** The rows of a chunk, and before them those that blank lines were. */
  take(part: TextReadPart, { share, isTooLong }: Chunk): ReadRows[] {
    const read: ReadRows[] = []
    const { rows, fault } = part
    const line = this.#file.head.lines + this.#lines + 1
    if (fault?.kind === 'encoding') throw new NotUtf8(this.#file)
    const mayBeRows = this.#file.names.length === 1
    const before = this.#rows + (mayBeRows ? this.#blanks : 0)
    if (fault) throw this.#faulty(fault, before, line)
    if (isTooLong) throw tooLong(this.#file.label, line)
    this.#lines += part.lines
    if (rows > 0) {
      if (this.#blanks > 0 && mayBeRows) read.push(this.#takeBlanks())
      this.#blanks = 0
      const first = this.#first + this.#rows
      this.#rows += rows
      const columns = this.#columnsOf(part, first)
      read.push({ first, count: rows, columns, expected: this.#expected(share) })
    }
    this.#blanks += part.blanks
    return read
  }

  passed(): FileRowRange {
    const isLineARow = this.#file.head.lines === 1 && this.#lines === this.#rows + this.#blanks
    return { first: this.#first, rows: this.#rows, isLineARow }
  }

  #faulty(fault: TextFault, rowsBefore: number, line: number): CribaError {
    const { label, names } = this.#file
    return faultyRecord(fault, label, rowsBefore + fault.row + 1, line + fault.line, names.length)
  }

  #expected(share: number): number {
    const rows = this.#first + this.#rows
    const all = this.#shareOfAll(share)
    return all >= 1 ? rows : Math.ceil((rows / all) * 1.02) + 64
  }

  /** Rows of a single column that have no value. */
  #takeBlanks(): ReadRows {
    const count = this.#blanks
    const first = this.#first + this.#rows
    const columns = this.#readings.map((reading): ReadCells => {
      if (reading.mode === readAs.texts) return { reading, texts: [null], codes: new Uint32Array(count) }
      return { reading, values: new Float64Array(count).fill(NaN) }
    })
    this.#rows += count
    this.#blanks = 0
    return { first, count, columns, expected: first + count }
  }

  #columnsOf(part: TextReadPart, first: number): ReadCells[] {
    const { rows, modes } = part
    const texts = new PartTexts(part, this.#decode)
    const left = texts.unsettled(rows)
    let numbers = 0
    return this.#readings.map((reading): ReadCells => {
      if (modes[reading.index] === readAs.texts) {
        const { codes, levels } = texts.next(rows)
        return { reading, texts: reading.takeTexts(levels, codes, first), codes }
      }
      const values = part.numbers.subarray(numbers * rows, (numbers + 1) * rows)
      reading.takeNumbers(values, notesOf(part, numbers), left.get(numbers) ?? [])
      numbers++
      return { reading, values }
    })
  }
}
