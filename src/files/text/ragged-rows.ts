import type { RaggedPolicy } from '#core'
import { countFeeds, delimiterBytes, scanRecord } from './record-scan.ts'
import type { DelimiterBytes } from './record-scan.ts'
import { rewrittenRecords } from './rewritten-records.ts'
import type { Rewritten } from './rewritten-records.ts'
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
