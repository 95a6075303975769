/** The bytes that cut a text into records and cells; there are no comments where `comment` is 0. */
export interface Marks {
  readonly separator: number
  readonly quote: number
  readonly comment: number
}

/** A record among some bytes. */
export interface WalkedRecord {
  readonly cells: number
  /** Where its first `width` cells end, if it has more. */
  readonly cut: number
  /** Where its line end begins, and where the next record does. */
  readonly lineEnd: number
  readonly to: number
  readonly isRow: boolean
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Walks the record that begins at `from`; `null` where it does not end among the bytes. A quote opens a cell at its first
 * byte only and is doubled inside, as in assembly/text-index. `isLast`: nothing follows the bytes.
 */
export function walkRecord(
  bytes: Uint8Array,
  from: number,
  { separator, quote, comment }: Marks,
  width: number,
  isLast: boolean,
): WalkedRecord | null {
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
  // A carriage return at the very end may be half a line end.
  if (isReturn && lineEnd + 1 === length && !isLast) return null
  const to = Math.min(length, lineEnd + (isReturn && bytes[lineEnd + 1] === lineFeed ? 2 : 1))
  return { cells, cut, lineEnd, to, isRow: !isComment && lineEnd > from }
}

/** The quote that closes a cell, or the end of the bytes; two in a row are one of its characters. */
function closingQuote(bytes: Uint8Array, from: number, quote: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(quote, at)
    if (at < 0) return bytes.length
    if (bytes[at + 1] !== quote) return at
  }
}

/** How many line feeds there are among some bytes. */
export function countFeeds(bytes: Uint8Array, from: number, to: number): number {
  let feeds = 0
  for (let at = from; at < to; at++) if (bytes[at] === lineFeed) feeds++
  return feeds
}
