import { CribaError } from '../../spec/error.ts'
import { blocksOf } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import type { CellSink } from './cell-sink.ts'
import type { Dialect } from '../../columns/dialect.ts'

/** What one pass over the bytes of a delimited text tells. */
export interface Records {
  /** Rows below the header. */
  readonly rows: number
  /**
   * Whether the engine reads the text as it stands: one kind of line end, no quotes inside cells, no odd blank lines, no
   * line break in a name.
   */
  readonly isPlain: boolean
  readonly hasQuotedBreak: boolean
  /** Whether row i, counted from 1, stands in line i + 1. */
  readonly isLineARow: boolean
  /** Bytes of the longest record. */
  readonly longest: number
}

/**
 * Walks a UTF-8 text record by record and checks that each has as many cells as the header, so that an error names row
 * and line whatever an engine would make of it. A sink gets the cells below the header.
 */
export async function scanRecords(file: DataFile, dialect: Dialect, sink?: CellSink): Promise<Records> {
  const scanner = new Scanner(file.label, dialect, sink)
  let isFirst = true
  for await (const block of blocksOf(file)) {
    const hasMark = isFirst && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf
    scanner.walk(hasMark ? block.subarray(3) : block)
    isFirst = false
  }
  return scanner.end()
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/** Where in a cell the walk stands: before it, in it, in its quotes, behind a quote in them, in blanks behind them. */
type State = 'start' | 'plain' | 'quoted' | 'quote' | 'after'

class Scanner {
  readonly #label: string
  readonly #sink: CellSink | undefined
  readonly #separator: number
  readonly #quote: number
  readonly #width: number
  #state: State = 'start'
  #cells = 0
  #line = 1
  #recordLine = 1
  #records = 0
  /** Blank lines since the last record. */
  #blanks = 0
  #bytes = 0
  #recordStart = 0
  #longest = 0
  /** Kinds of line ends seen: 1 line feed, 2 both, 4 carriage return. */
  #lineEnds = 0
  #isAfterReturn = false
  #isPlain = true
  #isLineARow = true
  #hasQuotedBreak = false

  constructor(label: string, { separator, quote, names }: Dialect, sink: CellSink | undefined) {
    this.#label = label
    this.#sink = sink
    this.#separator = separator.charCodeAt(0)
    this.#quote = quote.charCodeAt(0)
    this.#width = names.length
  }

  walk(block: Uint8Array): void {
    for (let i = 0; i < block.length; i++) {
      const byte = block[i]
      if (this.#isAfterReturn) {
        this.#isAfterReturn = false
        this.#lineEnds |= byte === lineFeed ? 2 : 4
        if (byte === lineFeed) continue
      }
      if (this.#state === 'quoted') this.#inQuotes(byte)
      else if (byte === lineFeed || byte === carriageReturn) {
        this.#endRecord(this.#bytes + i)
        if (byte === lineFeed) this.#lineEnds |= 1
        else this.#isAfterReturn = true
      } else {
        if (this.#state === 'start' && this.#cells === 0) this.#startRecord()
        if (byte === this.#separator) this.#endCell()
        else this.#inCell(byte)
      }
    }
    this.#bytes += block.length
  }

  end(): Records {
    if (this.#state === 'quoted') {
      throw new CribaError(
        'invalid',
        `invalid quote in ${this.#label}, line ${this.#recordLine}: it is never closed`,
      )
    }
    if (this.#isAfterReturn) this.#lineEnds |= 4
    if (this.#state !== 'start' || this.#cells > 0) this.#endRecord(this.#bytes)
    const isOneLineEnd = (this.#lineEnds & (this.#lineEnds - 1)) === 0
    return {
      rows: Math.max(0, this.#records - 1),
      isPlain: this.#isPlain && isOneLineEnd,
      hasQuotedBreak: this.#hasQuotedBreak,
      isLineARow: this.#isLineARow && !this.#hasQuotedBreak,
      longest: this.#longest,
    }
  }

  /** The sink, below the header. */
  get #out(): CellSink | undefined {
    return this.#records > 0 ? this.#sink : undefined
  }

  #inQuotes(byte: number): void {
    if (byte === this.#quote) {
      this.#state = 'quote'
      return
    }
    if (byte === lineFeed) this.#line++
    if (byte === lineFeed || byte === carriageReturn) {
      this.#hasQuotedBreak = true
      // The engine takes the break in a name for the line end of all rows.
      if (this.#records === 0) this.#isPlain = false
    }
    this.#out?.content(byte)
  }

  #inCell(byte: number): void {
    if (this.#state === 'start') {
      this.#state = byte === this.#quote ? 'quoted' : 'plain'
      this.#out?.startCell()
      if (byte !== this.#quote) this.#out?.content(byte)
    } else if (this.#state === 'plain') {
      if (byte === this.#quote) this.#isPlain = false
      this.#out?.content(byte)
    } else if (this.#state === 'quote' && byte === this.#quote) {
      this.#state = 'quoted'
      this.#out?.content(byte)
    } else if (byte === space) {
      this.#state = 'after'
      this.#isPlain = false
    } else {
      const mend = 'text follows a closing quote (double a quote that belongs to the cell)'
      throw new CribaError('invalid', `invalid quote in ${this.#label}, line ${this.#line}: ${mend}`)
    }
  }

  #endCell(): void {
    if (this.#state === 'start') this.#out?.startCell()
    this.#out?.endCell()
    this.#cells++
    this.#state = 'start'
  }

  #startRecord(): void {
    // A blank line is no row, except between the rows of a single column, where it is a missing value.
    if (this.#width === 1 && this.#records > 0) {
      this.#records += this.#blanks
      for (; this.#blanks > 0; this.#blanks--) this.#out?.emptyRecord()
    }
    if (this.#blanks > 0) this.#isLineARow = false
    this.#blanks = 0
  }

  #endRecord(at: number): void {
    if (this.#state === 'start' && this.#cells === 0) {
      this.#blanks++
      if (this.#width === 1) this.#isPlain = false
    } else {
      this.#endCell()
      this.#out?.endRecord()
      this.#records++
      if (this.#cells !== this.#width && this.#records > 1) throw this.#ragged()
      if (at - this.#recordStart > this.#longest) this.#longest = at - this.#recordStart
    }
    this.#cells = 0
    this.#recordStart = at
    this.#recordLine = ++this.#line
  }

  #ragged(): CribaError {
    const place = `row ${this.#records - 1} of ${this.#label} (line ${this.#recordLine})`
    const needed = `needs ${this.#width}, as the header`
    return new CribaError('invalid', `invalid ${place}: ${this.#cells} cells (${needed})`)
  }
}
