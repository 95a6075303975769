import { closeSync, openSync, writeSync } from 'node:fs'

const quote = 0x22
const singleQuote = 0x27
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Writes cells to a file as CSV in UTF-8; a cell is quoted only where it would not be read as it is otherwise. */
export class CsvWriter {
  readonly #descriptor: number
  readonly #separator: number
  readonly #buffer = Buffer.allocUnsafe(1 << 20)
  #length = 0
  #cells = 0
  /** Whether the record is one empty cell so far, which unquoted would be a blank line. */
  #isBlank = false

  constructor(path: string, separator: string) {
    this.#descriptor = openSync(path, 'w')
    this.#separator = separator.charCodeAt(0)
  }

  text(text: string): void {
    this.cell(Buffer.from(text))
  }

  cell(bytes: Uint8Array): void {
    if (this.#cells++ > 0) this.#put(this.#separator)
    this.#isBlank = this.#cells === 1 && bytes.length === 0
    const isQuoted = this.#needsQuotes(bytes)
    if (isQuoted) this.#put(quote)
    for (const byte of bytes) {
      if (byte === quote) this.#put(quote)
      this.#put(byte)
    }
    if (isQuoted) this.#put(quote)
  }

  endRecord(): void {
    if (this.#isBlank) {
      this.#put(quote)
      this.#put(quote)
    }
    this.#put(lineFeed)
    this.#cells = 0
    this.#isBlank = false
  }

  close(): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#descriptor)
    }
  }

  #needsQuotes(bytes: Uint8Array): boolean {
    // Cells in single quotes would be taken for quoted ones.
    if (bytes[0] === singleQuote) return true
    return bytes.some(
      (byte) => byte === this.#separator || byte === quote || byte === lineFeed || byte === carriageReturn,
    )
  }

  #put(byte: number): void {
    if (this.#length === this.#buffer.length) this.#flush()
    this.#buffer[this.#length++] = byte
  }

  #flush(): void {
    // A write may take less than it is given.
    for (let from = 0; from < this.#length;)
      from += writeSync(this.#descriptor, this.#buffer, from, this.#length - from)
    this.#length = 0
  }
}
