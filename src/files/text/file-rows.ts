import type { CribaError } from '#core'
import { readAs } from '#memory'
import type { TextFault, TextReadPart } from '#memory'
import type { Chunk } from './chunks.ts'
import type { ColumnReader } from './column-reader.ts'
import { noText } from './known-texts.ts'
import { notesOf, PartTexts } from './part-columns.ts'
import { faultyRecord, tooLong } from './text-faults.ts'
import type { TextFile } from './text-file.ts'

/** The cells of one column in a chunk: numbers, or texts and their codes. */
export type ReadCells =
  | {
      readonly reader: ColumnReader
      readonly values: Float64Array
      /** Whether one of them may be missing. */
      readonly mayHaveGaps: boolean
    }
  | {
      readonly reader: ColumnReader
      /** The texts of the column so far, by their numbers; `null` for a missing value. */
      readonly texts: readonly (string | null)[]
      /** The number of the text of each row. */
      readonly codes: Uint32Array
    }

/** The value of a row of the chunk; `null` if it is missing. */
export function valueInRow(cells: ReadCells, row: number): string | number | null {
  if ('values' in cells) return Number.isNaN(cells.values[row]) ? null : cells.values[row]
  return cells.texts[cells.codes[row]]
}

/** The rows of a chunk. */
export interface ReadRows {
  /** The index of the first of them, from 0. */
  readonly first: number
  readonly count: number
  readonly columns: readonly ReadCells[]
  /** The estimated number of rows in all files together. */
  readonly expected: number
}

/** The rows of one file among those of all files. */
export interface FileRowRange {
  /** The index of its first row. */
  readonly first: number
  readonly rows: number
  /** Whether row i, counted from 1, is line i + 1. */
  readonly isLineARow: boolean
  /** The last bytes of the file. */
  readonly lastBytes: Uint8Array
}

/** Thrown if bytes that are not UTF-8 are found after part of the file was read. */
export class NotUtf8 extends Error {
  readonly file: TextFile

  constructor(file: TextFile) {
    super(`${file.label} is not UTF-8`)
    this.file = file
  }
}

const noCells: readonly { readonly row: number; readonly cell: string }[] = []

/** Converts what the kernel read of each chunk of one file into rows. */
export class FileRows {
  readonly #file: TextFile
  readonly #readers: readonly ColumnReader[]
  readonly #first: number
  readonly #shareOfAll: (share: number) => number
  #rows = 0
  #lines = 0
  /**
   * Blank lines since the last row. In a file with one column they are rows with a missing value if another
   * row follows.
   */
  #blanks = 0

  constructor(
    file: TextFile,
    readers: readonly ColumnReader[],
    first: number,
    shareOfAll: (share: number) => number,
  ) {
    this.#file = file
    this.#readers = readers
    this.#first = first
    this.#shareOfAll = shareOfAll
  }

  /** The rows of a chunk, preceded by the rows from blank lines before it. */
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
      const expected = this.#expected(share)
      read.push({ first, count: rows, columns: this.#columnsOf(part, first, expected), expected })
    }
    this.#blanks += part.blanks
    return read
  }

  range(lastBytes: Uint8Array): FileRowRange {
    const { head, ragged } = this.#file
    const isLineARow = head.lines === 1 && this.#lines === this.#rows + this.#blanks && !ragged?.isShifted
    return { first: this.#first, rows: this.#rows, isLineARow, lastBytes }
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

  /** The blank lines of a single column as rows with missing values. */
  #takeBlanks(): ReadRows {
    const count = this.#blanks
    const first = this.#first + this.#rows
    const columns = this.#readers.map((reader): ReadCells => {
      if (reader.mode === readAs.texts) return textCells(reader, new Uint32Array(count).fill(noText))
      return { reader, values: new Float64Array(count).fill(NaN), mayHaveGaps: true }
    })
    this.#rows += count
    this.#blanks = 0
    return { first, count, columns, expected: first + count }
  }

  #columnsOf(part: TextReadPart, first: number, expected: number): ReadCells[] {
    const { rows, modes } = part
    const texts = new PartTexts(part, this.#file.encoding)
    const unresolved = texts.unresolved(rows)
    let numbers = 0
    return this.#readers.map((reader): ReadCells => {
      if (modes[reader.index] === readAs.texts) {
        const chunk = texts.next(rows)
        reader.takeTexts(chunk, first, expected)
        return textCells(reader, chunk.codes)
      }
      const values = part.numbers.subarray(numbers * rows, (numbers + 1) * rows)
      const missing = reader.takeNumbers(values, notesOf(part, numbers), unresolved.get(numbers) ?? noCells)
      numbers++
      return { reader, values, mayHaveGaps: missing > 0 }
    })
  }
}

/** Cells read as texts, converted to numbers if the reader knows their format. */
function textCells(reader: ColumnReader, codes: Uint32Array): ReadCells {
  const values = reader.valuesOf(codes)
  return values ? { reader, values, mayHaveGaps: true } : { reader, texts: reader.knownTexts, codes }
}
