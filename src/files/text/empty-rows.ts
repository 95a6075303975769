import type { MissingWords } from '#core'
import type { Delimiters } from './first-records.ts'
import { countFeeds, delimiterBytes, scanRecord } from './record-scan.ts'
import { rewrittenRecords } from './rewritten-records.ts'
import type { Rewritten } from './rewritten-records.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

const lineFeed = 0x0a

/** A delimited text, and what its cells mean. */
interface TextWithEmptyRows {
  readonly bytes: TextBytes
  readonly headBytes: number
  readonly delimiters: Delimiters
  readonly width: number
  readonly isMissing: MissingWords['isMissing']
}

/** A text whose rows without any value are blank lines, which are no rows; other lines keep their numbers. */
export function withoutEmptyRows({
  bytes,
  headBytes,
  delimiters,
  width,
  isMissing,
}: TextWithEmptyRows): TextBytes {
  const form = delimiterBytes(delimiters)
  const decoder = new TextDecoder()
  const isEmpty = (record: Uint8Array) => {
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
  const take = (text: Uint8Array, isLast: boolean): Rewritten => {
    const pieces: Uint8Array[] = []
    let kept = 0
    let at = 0
    while (at < text.length) {
      const record = scanRecord(text, at, form, width, isLast)
      if (!record) break
      const { lineEnd, to, isRow } = record
      if (isRow && isEmpty(text.subarray(at, lineEnd))) {
        const feeds = countFeeds(text, at, lineEnd)
        pieces.push(text.subarray(kept, at), new Uint8Array(feeds).fill(lineFeed))
        // In a table of one column a blank line would be a row.
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
