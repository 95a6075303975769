import type { MissingWords } from '#core'
import type { Delimiters } from './first-records.ts'
import { countFeeds, delimiterBytes, scanRecord } from './record-scan.ts'
import { rewrittenRecords } from './rewritten-records.ts'
import type { Rewritten } from './rewritten-records.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

const lineFeed = 0x0a

/** A delimited text, and which of its rows are left out. */
interface TextWithRows {
  readonly bytes: TextBytes
  readonly headBytes: number
  readonly delimiters: Delimiters
  readonly width: number
  /** What is missing in rows without any value; `null` if these are rows. */
  readonly isMissing: MissingWords['isMissing'] | null
  /** The lines of the header, of which no row is a copy. */
  readonly header: readonly Uint8Array[]
}

/**
 * A text in which rows without any value, and copies of the header, are blank lines, which are no rows; other lines
 * keep their numbers.
 */
export function withoutRows({
  bytes,
  headBytes,
  delimiters,
  width,
  isMissing,
  header,
}: TextWithRows): TextBytes {
  const form = delimiterBytes(delimiters)
  const decoder = new TextDecoder()
  const isEmpty = (record: Uint8Array) => {
    if (!isMissing) return false
    for (let from = 0; from <= record.length;) {
      const end = record.indexOf(form.separator, from)
      const to = end < 0 ? record.length : end
      const cell = decoder.decode(record.subarray(from, to)).trim()
      // A quoted cell with more than a word in it has a value.
      if (!isMissing(unquoted(cell, delimiters.quote))) return false
      from = to + 1
    }
    return true
  }
  const isHeader = (record: Uint8Array) => header.some((line) => areEqual(line, record))
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
      if (mayBeLeftOut && (isEmpty(line) || isHeader(line))) {
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

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

function unquoted(cell: string, quote: string): string {
  return cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote) ? cell.slice(1, -1) : cell
}
