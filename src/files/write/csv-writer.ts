import { BufferedFile } from '../buffered-file.ts'

const quote = 0x22
const singleQuote = 0x27
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Writes cells to a file as CSV in UTF-8; a cell is quoted only where it would not be read as it is otherwise. */
export class CsvWriter {
  readonly #file: BufferedFile
  readonly #separator: number
  #cells = 0
  /** Whether the record is one empty cell so far, which unquoted would be a blank line. */
  #isBlank = false

  constructor(path: string, separator: string) {
    this.#file = new BufferedFile(path)
    this.#separator = separator.charCodeAt(0)
  }

  text(text: string): void {
    this.cell(Buffer.from(text))
  }

  cell(bytes: Uint8Array): void {
    if (this.#cells++ > 0) this.#file.put(this.#separator)
    this.#isBlank = this.#cells === 1 && bytes.length === 0
    const isQuoted = this.#needsQuotes(bytes)
    if (isQuoted) this.#file.put(quote)
    for (const byte of bytes) {
      if (byte === quote) this.#file.put(quote)
      this.#file.put(byte)
    }
    if (isQuoted) this.#file.put(quote)
  }

  endRecord(): void {
    if (this.#isBlank) {
      this.#file.put(quote)
      this.#file.put(quote)
    }
    this.#file.put(lineFeed)
    this.#cells = 0
    this.#isBlank = false
  }

  close(): void {
    this.#file.close()
  }

  #needsQuotes(bytes: Uint8Array): boolean {
    // Cells in single quotes would be taken for quoted ones.
    if (bytes[0] === singleQuote) return true
    return bytes.some(
      (byte) => byte === this.#separator || byte === quote || byte === lineFeed || byte === carriageReturn,
    )
  }
}
