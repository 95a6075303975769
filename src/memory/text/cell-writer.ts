const quote = 0x22
const singleQuote = 0x27
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Writes cells as CSV; a cell is quoted only if it would be read differently without quotes. */
export class CellWriter {
  readonly #separator: number
  #bytes: Uint8Array
  #length = 0
  #cells = 0
  /** Whether the record so far is one empty cell, which would be a blank line if unquoted. */
  #isBlank = false

  /** `expected`: the approximate number of bytes. */
  constructor(separator: number, expected: number) {
    this.#separator = separator
    this.#bytes = new Uint8Array(expected)
  }

  cell(cell: Uint8Array): void {
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
