import { formulaBytes, safeCell } from '#core'
import type { Job } from '../threads/job.ts'
import { contentsOf, indexText, textDecoder, viewsOf } from './text-chunk.ts'
import type { TextFault, TextFormat } from './text-chunk.ts'

export interface TextWriteInput extends TextFormat {
  /** The indices of the columns to write. */
  readonly columns: readonly number[]
  /** The separator of the CSV output, as a byte. */
  readonly outputSeparator: number
  /** Whether cells that a spreadsheet would compute get an apostrophe. */
  readonly isSafe: boolean
}

export interface TextWritePart {
  readonly rows: number
  readonly lines: number
  readonly blanks: number
  readonly fault: TextFault | null
  /** The cells as CSV in UTF-8. */
  readonly bytes: Uint8Array
}

/** Writes some columns of delimited text as CSV; cells keep their text. */
export const textWriteJob: Job<TextWriteInput, Uint8Array, TextWritePart> = {
  name: 'text-write',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const { top } = arena
    return (bytes) => {
      arena.release(top)
      const text = indexText(kernels, arena, input, bytes)
      const { rows, lines, blanks, fault } = text
      const views = viewsOf(text)
      const writer = new CellWriter(input.outputSeparator, bytes.length + rows, input.isSafe)
      for (let row = 0; row < rows && !fault; row++) {
        for (const column of input.columns) writer.cell(utf8Of(contentsOf(views, input, row, column), input))
        writer.endRecord()
      }
      return { rows, lines, blanks, fault, bytes: writer.finish() }
    }
  },
}

function utf8Of(cell: Uint8Array, { encoding }: TextFormat): Uint8Array {
  if (encoding === 'utf-8' || cell.every((byte) => byte < 0x80)) return cell
  return new TextEncoder().encode(textDecoder(encoding)(cell))
}

/** A cell in UTF-8 as `safeCell` writes it. */
function safeBytes(cell: Uint8Array): Uint8Array {
  return new TextEncoder().encode(safeCell(new TextDecoder('utf-8', { ignoreBOM: true }).decode(cell)))
}

const quote = 0x22
const singleQuote = 0x27
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Writes cells as CSV; a cell is quoted only if it would be read differently without quotes. */
export class CellWriter {
  readonly #separator: number
  readonly #isSafe: boolean
  #bytes: Uint8Array
  #length = 0
  #cells = 0
  /** Whether the record so far is one empty cell, which would be a blank line if unquoted. */
  #isBlank = false

  /**
   * `expected`: the approximate number of bytes. `isSafe`: cells that a spreadsheet would compute get an
   * apostrophe.
   */
  constructor(separator: number, expected: number, isSafe: boolean) {
    this.#separator = separator
    this.#isSafe = isSafe
    this.#bytes = new Uint8Array(expected)
  }

  cell(given: Uint8Array): void {
    const cell = this.#isSafe && formulaBytes.has(given[0]) ? safeBytes(given) : given
    // At worst every byte is a quote, which is doubled.
    this.#reserve(2 * cell.length + 3)
    if (this.#cells++ > 0) this.#put(this.#separator)
    this.#isBlank = this.#cells === 1 && cell.length === 0
    if (!this.#needsQuotes(cell)) {
      this.#bytes.set(cell, this.#length)
      this.#length += cell.length
      return
    }
    this.#put(quote)
    for (const byte of cell) {
      if (byte === quote) this.#put(quote)
      this.#put(byte)
    }
    this.#put(quote)
  }

  text(text: string): void {
    this.cell(new TextEncoder().encode(text))
  }

  endRecord(): void {
    this.#reserve(3)
    if (this.#isBlank) {
      this.#put(quote)
      this.#put(quote)
    }
    this.#put(lineFeed)
    this.#cells = 0
    this.#isBlank = false
  }

  /** The bytes written since the last call. */
  finish(): Uint8Array<ArrayBuffer> {
    const written = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return written
  }

  #put(byte: number): void {
    this.#bytes[this.#length++] = byte
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }

  #needsQuotes(cell: Uint8Array): boolean {
    // A reader may take single quotes as quotes.
    if (cell[0] === singleQuote) return true
    for (const byte of cell) {
      if (byte === this.#separator || byte === quote || byte === lineFeed || byte === carriageReturn)
        return true
    }
    return false
  }
}
