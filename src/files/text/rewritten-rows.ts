import type { RaggedPolicy } from '#core'
import type { MissingWords } from '../cells/missing-words.ts'
import { longestRecord } from './chunks.ts'
import type { Delimiters } from './first-records.ts'
import { closingQuote, countFeeds, delimiterBytes, scanRecord } from './record-scan.ts'
import type { DelimiterBytes } from './record-scan.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** The rows with a wrong number of cells that the last pass over a text found. */
export interface RaggedRows {
  readonly policy: RaggedPolicy
  readonly rows: number
  /** The line number of the first of them. */
  readonly firstLine: number
  /** Whether lines were removed, so that later lines have other numbers. */
  readonly isShifted: boolean
}

/** A delimited text, its header and its delimiters. */
interface RaggedText {
  readonly bytes: TextBytes
  readonly head: { readonly bytes: number; readonly lines: number }
  readonly separator: string
  readonly quote: string
  readonly comment: string
  readonly width: number
}

const nothing = new Uint8Array(0)
const lineFeed = 0x0a
const space = 0x20

/**
 * Gives each row of a text as many cells as the header. Lines keep their numbers: a skipped row becomes a
 * blank line.
 */
export function repairRaggedRows(
  { bytes, head, width, ...form }: RaggedText,
  policy: RaggedPolicy,
): { readonly bytes: TextBytes; readonly found: RaggedRows } {
  const delimiters = delimiterBytes(form)
  const found = { policy, rows: 0, firstLine: 0, isShifted: false }
  const repaired = rewrittenRecords(bytes, head.bytes, () => {
    Object.assign(found, { rows: 0, firstLine: 0, isShifted: false })
    const rows = new RaggedRowRepair(delimiters, width, found, head.lines)
    return (text, isLast) => rows.take(text, isLast)
  })
  return { bytes: repaired, found }
}

/** Repairs records one after the other. */
class RaggedRowRepair {
  readonly #delimiters: DelimiterBytes
  readonly #width: number
  readonly #found: { -readonly [K in keyof RaggedRows]: RaggedRows[K] }
  #line: number

  constructor(delimiters: DelimiterBytes, width: number, found: RaggedRows, lines: number) {
    this.#delimiters = delimiters
    this.#width = width
    this.#found = found
    this.#line = lines + 1
  }

  /** The whole records in some bytes, repaired. */
  take(bytes: Uint8Array, isLast: boolean): Rewritten {
    const pieces: Uint8Array[] = []
    let kept = 0
    let at = 0
    while (at < bytes.length) {
      const record = scanRecord(bytes, at, this.#delimiters, this.#width, isLast)
      if (!record) break
      const { cells, cut, lineEnd, to, isRow } = record
      const feeds = countFeeds(bytes, at, lineEnd)
      if (isRow && cells !== this.#width) {
        const end = this.#found.policy === 'skip' ? at : cut > 0 ? cut : lineEnd
        const replacement = this.#replacementFor(bytes.subarray(cut, lineEnd), cells, feeds)
        if (replacement) {
          this.#note()
          // A skipped row is removed with its line end; the replacement contains one.
          const next = this.#found.policy === 'skip' ? to : lineEnd
          pieces.push(bytes.subarray(kept, end), replacement)
          kept = next
        }
      }
      this.#line += feeds + 1
      at = to
    }
    pieces.push(bytes.subarray(kept, at))
    return {
      written: joined(
        pieces,
        pieces.reduce((sum, { length }) => sum + length, 0),
      ),
      used: at,
    }
  }

  /** The bytes that replace the missing or surplus part of a row; `null` if the row cannot be repaired. */
  #replacementFor(surplus: Uint8Array, cells: number, feeds: number): Uint8Array | null {
    const { separator, quote } = this.#delimiters
    if (this.#found.policy === 'skip') {
      // In a file with one column a blank line would be a row.
      if (this.#width > 1) return new Uint8Array(feeds + 1).fill(lineFeed)
      this.#found.isShifted = true
      return nothing
    }
    if (cells < this.#width) return new Uint8Array(this.#width - cells).fill(separator)
    return surplus.every((byte) => byte === separator || byte === quote || byte === space) ? nothing : null
  }

  #note(): void {
    if (this.#found.rows === 0) this.#found.firstLine = this.#line
    this.#found.rows++
  }
}

/** A delimited text, and which of its rows are left out. */
interface TextWithRows {
  readonly bytes: TextBytes
  readonly headBytes: number
  readonly delimiters: Delimiters
  readonly width: number
  /** Whether rows without any value are left out. */
  readonly empty: boolean
  /** Whether rows with a value in the first column alone are left out. */
  readonly headings: boolean
  readonly isMissing: MissingWords['isMissing']
  /** Whether a row is a copy of a line before the rows; `null` if such copies are rows. */
  readonly isHeader: ((row: Uint8Array) => boolean) | null
}

/**
 * A text in which rows without any value, headings, and copies of the header, are blank lines, which are no rows; other
 * lines keep their numbers.
 */
export function withoutRows({
  bytes,
  headBytes,
  delimiters,
  width,
  empty,
  headings,
  isMissing,
  isHeader,
}: TextWithRows): TextBytes {
  const form = delimiterBytes(delimiters)
  const decoder = new TextDecoder()
  const isWithoutValue = (record: Uint8Array) => {
    let isHeading = false
    for (let from = 0; from <= record.length;) {
      const quoted = from === 0 && record[0] === form.quote ? closingQuote(record, 1, form.quote) : 0
      const end = record.indexOf(form.separator, Math.max(from, quoted))
      const to = end < 0 ? record.length : end
      const cell = decoder.decode(record.subarray(from, to)).trim()
      // A quoted cell with more than a word in it has a value.
      if (!isMissing(unquoted(cell, delimiters.quote))) {
        if (from > 0 || !headings) return false
        isHeading = true
      }
      from = to + 1
    }
    return isHeading || empty
  }
  const take = (text: Uint8Array, isLast: boolean): Rewritten => {
    const pieces: Uint8Array[] = []
    let kept = 0
    let at = 0
    while (at < text.length) {
      const record = scanRecord(text, at, form, width, isLast)
      if (!record) break
      const { lineEnd, to, isRow } = record
      const line = text.subarray(at, lineEnd)
      // In a table of one column a blank line is a row.
      const mayBeLeftOut = isRow || (width === 1 && lineEnd === at)
      if (mayBeLeftOut && (isWithoutValue(line) || isHeader?.(line))) {
        const feeds = countFeeds(text, at, lineEnd)
        pieces.push(text.subarray(kept, at), new Uint8Array(feeds).fill(lineFeed))
        kept = width === 1 ? to : lineEnd
      }
      at = to
    }
    pieces.push(text.subarray(kept, at))
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    return { written: joined(pieces, length), used: at }
  }
  return rewrittenRecords(bytes, headBytes, () => take)
}

function unquoted(cell: string, quote: string): string {
  return cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote) ? cell.slice(1, -1) : cell
}

/** Whole records written anew, and how many bytes of the text they took. */
interface Rewritten {
  readonly written: Uint8Array
  readonly used: number
}

/**
 * A text whose records after the header are written anew; `begin` makes what writes the whole records in some
 * bytes, for each pass over the text. (`isLast`: no more bytes follow.)
 */
function rewrittenRecords(
  bytes: TextBytes,
  headBytes: number,
  begin: () => (bytes: Uint8Array, isLast: boolean) => Rewritten,
): TextBytes {
  return {
    ...bytes,
    async *blocks(onRead) {
      const rewrite = begin()
      let skip = headBytes
      let rest: Uint8Array = new Uint8Array(0)
      for await (const block of bytes.blocks(onRead)) {
        const before = Math.min(skip, block.length)
        skip -= before
        if (before > 0) yield block.subarray(0, before)
        const text = joined([rest, block.subarray(before)], rest.length + block.length - before)
        // A record that is too long is refused later, by `Chunks`.
        const { written, used } =
          text.length > longestRecord ? { written: text, used: text.length } : rewrite(text, false)
        rest = text.subarray(used)
        if (written.length > 0) yield written
      }
      if (rest.length > 0) yield rewrite(rest, true).written
    },
  }
}
