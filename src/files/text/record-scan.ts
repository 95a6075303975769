import type { Delimiters } from './first-records.ts'

/**
 * The bytes that separate a text into records and cells; a `comment` of 0 means that there are no comments.
 */
export interface DelimiterBytes {
  readonly separator: number
  readonly quote: number
  readonly comment: number
}

/** The delimiters of a text as bytes. */
export function delimiterBytes({ separator, quote, comment }: Delimiters): DelimiterBytes {
  return {
    separator: separator.charCodeAt(0),
    quote: quote.charCodeAt(0),
    comment: comment === '' ? 0 : comment.charCodeAt(0),
  }
}

/** A record in some bytes. */
interface ScannedRecord {
  readonly cells: number
  /** The end of its first `width` cells, if it has more. */
  readonly cut: number
  /** The start of its line end, and the start of the next record. */
  readonly lineEnd: number
  readonly to: number
  readonly isRow: boolean
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Scans the record that starts at `from`; `null` if it does not end within the bytes. A quote opens a cell
 * only as its first byte, and is doubled inside it, as in assembly/text-index. `isLast`: no more bytes
 * follow.
 */
export function scanRecord(
  bytes: Uint8Array,
  from: number,
  { separator, quote, comment }: DelimiterBytes,
  width: number,
  isLast: boolean,
): ScannedRecord | null {
  const { length } = bytes
  const isComment = comment !== 0 && bytes[from] === comment
  let cells = 1
  let cut = 0
  let at = from
  for (let isStart = !isComment; at < length; at++) {
    const byte = bytes[at]
    if (byte === lineFeed || byte === carriageReturn) break
    if (isComment) continue
    if (isStart && byte === quote) at = closingQuote(bytes, at + 1, quote)
    isStart = byte === separator
    if (!isStart) continue
    if (cells === width) cut = at
    cells++
  }
  if (at >= length && !isLast) return null
  const lineEnd = Math.min(at, length)
  const isReturn = bytes[lineEnd] === carriageReturn
  // A carriage return at the very end may be the first half of a line end.
  if (isReturn && lineEnd + 1 === length && !isLast) return null
  const to = Math.min(length, lineEnd + (isReturn && bytes[lineEnd + 1] === lineFeed ? 2 : 1))
  return { cells, cut, lineEnd, to, isRow: !isComment && lineEnd > from }
}

/**
 * The position of the quote that closes a cell, or the end of the bytes; a doubled quote is part of the cell.
 */
export function closingQuote(bytes: Uint8Array, from: number, quote: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(quote, at)
    if (at < 0) return bytes.length
    if (bytes[at + 1] !== quote) return at
  }
}

/** The number of line feeds in some bytes. */
export function countFeeds(bytes: Uint8Array, from: number, to: number): number {
  let feeds = 0
  for (let at = from; at < to; at++) if (bytes[at] === lineFeed) feeds++
  return feeds
}
