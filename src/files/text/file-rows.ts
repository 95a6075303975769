import type { TextFault } from '../../kernel/text-chunk.ts'
import { textDecoder } from '../../kernel/text-decoder.ts'
import { readAs } from '../../kernel/text-read-job.ts'
import type { TextReadPart } from '../../kernel/text-read-job.ts'
import type { CribaError } from '../../spec/error.ts'
import type { Chunk } from './chunks.ts'
import type { ColumnReading } from './column-reading.ts'
import { notesOf, PartTexts } from './part-columns.ts'
import type { TextFile } from './text-file.ts'
import { faultyRecord, tooLong } from './text-faults.ts'

/** The cells of one column in a chunk: numbers, or codes of texts. */
export type ReadCells =
  | { readonly reading: ColumnReading; readonly values: Float64Array }
  | {
      readonly reading: ColumnReading
      /** The distinct texts; null for those that are missing values. */
      readonly texts: readonly (string | null)[]
      readonly codes: Uint32Array
    }

/** The rows of a chunk. */
export interface ReadRows {
  /** The number of the first of them, from 0. */
  readonly first: number
  readonly count: number
  readonly columns: readonly ReadCells[]
  /** About how many rows all files have together. */
  readonly expected: number
}

/** Which rows a file has among those of all files. */
export interface FileRowRange {
  /** The number of its first row. */
  readonly first: number
  readonly rows: number
  /** Whether row i, counted from 1, is line i + 1. */
  readonly isLineARow: boolean
}

/** Thrown where a file turns out not to be UTF-8 after some of it was read. */
export class NotUtf8 extends Error {
  readonly file: TextFile

  constructor(file: TextFile) {
    super(`${file.label} is not UTF-8`)
    this.file = file
  }
}

/** Makes rows of the parts that the kernel reads, chunk by chunk, for one file. */
export class FileRows {
  readonly #file: TextFile
  readonly #readings: readonly ColumnReading[]
  readonly #first: number
  readonly #shareOfAll: (share: number) => number
  readonly #decode: (bytes: Uint8Array) => string
  #rows = 0
  #lines = 0
  /** Blank lines since the last row; in a file of one column they are rows if another row follows. */
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

  /** The rows of a chunk, after those that blank lines before it make. */
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

  range(): FileRowRange {
    const { head, ragged } = this.#file
    const isLineARow = head.lines === 1 && this.#lines === this.#rows + this.#blanks && !ragged?.isShifted
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
      if (reading.mode === readAs.texts) return textCells(reading, [null], new Uint32Array(count))
      return { reading, values: new Float64Array(count).fill(NaN) }
    })
    this.#rows += count
    this.#blanks = 0
    return { first, count, columns, expected: first + count }
  }

  #columnsOf(part: TextReadPart, first: number): ReadCells[] {
    const { rows, modes } = part
    const texts = new PartTexts(part, this.#decode)
    const unresolved = texts.unresolved(rows)
    let numbers = 0
    return this.#readings.map((reading): ReadCells => {
      if (modes[reading.index] === readAs.texts) {
        const { codes, levels } = texts.next(rows)
        return textCells(reading, reading.takeTexts(levels, codes, first), codes)
      }
      const values = part.numbers.subarray(numbers * rows, (numbers + 1) * rows)
      reading.takeNumbers(values, notesOf(part, numbers), unresolved.get(numbers) ?? [])
      numbers++
      return { reading, values }
    })
  }
}

/** Cells read as texts; numbers where the texts are known to stand for some. */
function textCells(reading: ColumnReading, texts: readonly (string | null)[], codes: Uint32Array): ReadCells {
  const values = reading.valuesOf(texts, codes)
  return values ? { reading, values } : { reading, texts, codes }
}
