const lineFeed: u32 = 0x0a
const carriageReturn: u32 = 0x0d
const space: u32 = 0x20
/** Set in the end of a cell that stands in quotes. */
export const quotedBit: u32 = 0x80000000

/** What can be wrong with a record: too few or too many cells, text behind a closing quote, a quote that nothing closes. */
enum Fault {
  none,
  width,
  quote,
  open,
}

/**
 * A piece of delimited text, as the caller lays it out, all fields of 32 bits. It holds whole records, the last of which
 * ends in a line end, and 16 more bytes that can be read. What the index finds is written to the fields after `starts`.
 */
@unmanaged
export class TextChunk {
  bytes: usize
  length: u32
  separator: u32
  quote: u32
  /** The byte that begins a line of comment; 0: there are none. */
  comment: u32
  width: u32
  /** Where each cell ends, counted from `bytes`, row by row; `quotedBit` is set where it stands in quotes. */
  ends: usize
  /** Where each row begins. */
  starts: usize
  rows: u32
  lines: u32
  /** Blank lines after the last row. */
  blanks: u32
  fault: u32
  /** The line, counted from 0, and the number of cells of the record at fault. */
  faultLine: u32
  faultCells: u32
}

/**
 * Finds the cells of a text: a quote opens a cell at its first byte only, is doubled inside, and nothing but blanks comes
 * between the one that closes it and the end of the cell. A blank line is no row, but a missing value between the rows
 * of a single column. Stops at the first fault.
 */
export function indexCells(at: usize): void {
  const chunk = changetype<TextChunk>(at)
  const bytes = chunk.bytes
  const end = bytes + chunk.length
  const separator = chunk.separator
  const quote = chunk.quote
  const comment = chunk.comment
  const width = chunk.width
  const ends = chunk.ends
  const starts = chunk.starts
  const separators = i8x16.splat(<i8>separator)
  const quotes = i8x16.splat(<i8>quote)
  let rows: u32 = 0
  let lines: u32 = 0
  let blanks: u32 = 0
  let cells: u32 = 0
  let fault = Fault.none
  let recordLine: u32 = 0
  let start = comment ? skipComments(bytes, end, comment, true) : bytes
  if (start > bytes) lines += countLines(bytes, start)
  recordLine = lines
  let cell = start
  let quoted: u32 = 0
  let lane = start
  let mask = marksIn(lane, separators, quotes)
  while (true) {
    while (mask == 0 && lane < end) {
      lane += 16
      mask = marksIn(lane, separators, quotes)
    }
    const p = lane + ctz(mask)
    if (mask == 0 || p >= end) break
    mask &= mask - 1
    const byte = <u32>load<u8>(p)
    if (byte == separator) {
      if (cells < width) store<u32>(ends + ((<usize>rows * width + cells) << 2), (<u32>(p - bytes)) | quoted)
      cells++
      cell = p + 1
      quoted = 0
    } else if (byte == quote) {
      if (p != cell || quoted) continue
      const close = closingQuote(p + 1, end, quote)
      if (close == 0) {
        fault = Fault.open
        break
      }
      let next = close + 1
      if (separator != space) while (next < end && <u32>load<u8>(next) == space) next++
      const follows = next < end ? <u32>load<u8>(next) : lineFeed
      lines += countFeeds(p, close)
      if (follows != separator && follows != lineFeed && follows != carriageReturn) {
        fault = Fault.quote
        recordLine = lines
        break
      }
      quoted = quotedBit
      lane = next
      mask = marksIn(lane, separators, quotes)
    } else {
      let after = p + 1
      if (byte == carriageReturn && after < end && <u32>load<u8>(after) == lineFeed) after++
      if (cells == 0 && p == cell) {
        blanks++
      } else {
        // Blank lines between the rows of a single column are rows.
        for (; width == 1 && blanks > 0; blanks--) {
          store<u32>(starts + ((<usize>rows) << 2), <u32>(p - bytes))
          store<u32>(ends + ((<usize>rows) << 2), <u32>(p - bytes))
          rows++
        }
        if (cells < width)
          store<u32>(ends + ((<usize>rows * width + cells) << 2), (<u32>(p - bytes)) | quoted)
        cells++
        if (cells != width) {
          fault = Fault.width
          break
        }
        store<u32>(starts + ((<usize>rows) << 2), <u32>(start - bytes))
        rows++
        blanks = 0
      }
      lines++
      if (comment && after < end && <u32>load<u8>(after) == comment) {
        const behind = skipComments(after, end, comment, true)
        lines += countLines(after, behind)
        after = behind
      }
      recordLine = lines
      cells = 0
      quoted = 0
      start = after
      cell = after
      // A lane that begins behind the line end skips the second byte of it.
      if (after != p + 1) {
        lane = after
        mask = marksIn(lane, separators, quotes)
      }
    }
  }
  chunk.rows = rows
  chunk.lines = lines
  chunk.blanks = blanks
  chunk.fault = fault
  chunk.faultLine = recordLine
  chunk.faultCells = cells
}

/**
 * The end of the last whole record among some bytes that begin a record; 0 where none ends. A carriage return at the very
 * end may be half a line end, and ends nothing yet.
 */
export function endOfRecords(bytes: usize, length: u32, separator: u32, quote: u32, comment: u32): u32 {
  const end = bytes + length
  const quotes = i8x16.splat(<i8>quote)
  const none = i8x16.splat(<i8>lineFeed)
  let last: usize = bytes
  let p = bytes
  if (comment) p = last = skipComments(p, end, comment, false)
  let lane = p
  let mask = marksIn(lane, none, quotes)
  while (true) {
    while (mask == 0 && lane < end) {
      lane += 16
      mask = marksIn(lane, none, quotes)
    }
    p = lane + ctz(mask)
    if (mask == 0 || p >= end) return <u32>(last - bytes)
    mask &= mask - 1
    const byte = <u32>load<u8>(p)
    if (byte == quote) {
      if (p != last && <u32>load<u8>(p - 1) != separator) continue
      const close = closingQuote(p + 1, end, quote)
      if (close == 0) return <u32>(last - bytes)
      lane = close + 1
      mask = marksIn(lane, none, quotes)
    } else {
      let after = p + 1
      if (byte == carriageReturn) {
        if (after == end) return <u32>(last - bytes)
        if (<u32>load<u8>(after) == lineFeed) after++
      }
      last = after
      if (comment) last = skipComments(after, end, comment, false)
      if (last != p + 1) {
        lane = last
        mask = marksIn(lane, none, quotes)
      }
    }
  }
}

/** What bytes there are in a text: 1 beyond ASCII, 2 a zero, 4 one that windows-1252 has no character for. */
export function kindsOfBytes(bytes: usize, length: u32): u32 {
  let kinds: u32 = 0
  for (let at: usize = 0; at < length; at += 16) {
    const lane = v128.load(bytes + at)
    const high = <u32>i8x16.bitmask(lane)
    const zero = <u32>i8x16.bitmask(i8x16.eq(lane, i8x16.splat(0)))
    if (!(high | zero)) continue
    const rest = length - <u32>at
    const inside: u32 = rest >= 16 ? 0xffff : (1 << rest) - 1
    if (zero & inside) kinds |= 2
    if (!(high & inside)) continue
    kinds |= 1
    for (let bits = high & inside; bits; bits &= bits - 1) {
      const byte = load<u8>(bytes + at + ctz(bits))
      if (byte == 0x81 || byte == 0x8d || byte == 0x8f || byte == 0x90 || byte == 0x9d) kinds |= 4
    }
  }
  return kinds
}

/** Separators, quotes and line ends among 16 bytes, a bit each. */

function marksIn(lane: usize, separators: v128, quotes: v128): u32 {
  const bytes = v128.load(lane)
  const feeds = i8x16.eq(bytes, i8x16.splat(<i8>lineFeed))
  const returns = i8x16.eq(bytes, i8x16.splat(<i8>carriageReturn))
  const marks = v128.or(i8x16.eq(bytes, separators), i8x16.eq(bytes, quotes))
  return <u32>i8x16.bitmask(v128.or(marks, v128.or(feeds, returns)))
}

/** The quote that closes a cell, or 0; two in a row are one of its characters. */
function closingQuote(from: usize, end: usize, quote: u32): usize {
  const quotes = i8x16.splat(<i8>quote)
  let p = from
  while (p < end) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(p), quotes))
    if (mask == 0) {
      p += 16
      continue
    }
    p += ctz(mask)
    if (p >= end) return 0
    if (p + 1 < end && <u32>load<u8>(p + 1) == quote) p += 2
    else return p
  }
  return 0
}

/** Where the first line that is no comment begins. `isWhole`: a carriage return at the very end is not half a line end. */
function skipComments(from: usize, end: usize, comment: u32, isWhole: bool): usize {
  let p = from
  while (p < end && <u32>load<u8>(p) == comment) {
    let q = p
    while (q < end && <u32>load<u8>(q) != lineFeed && <u32>load<u8>(q) != carriageReturn) q++
    // A comment without its line end is not over.
    if (q == end) return p
    const isReturn = <u32>load<u8>(q) == carriageReturn
    if (isReturn && q + 1 == end && !isWhole) return p
    q += isReturn && q + 1 < end && <u32>load<u8>(q + 1) == lineFeed ? 2 : 1
    p = q
  }
  return p
}

/** How many lines end among some bytes. */
function countLines(from: usize, to: usize): u32 {
  let lines: u32 = 0
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    if (byte == lineFeed || (byte == carriageReturn && <u32>load<u8>(p + 1) != lineFeed)) lines++
  }
  return lines
}

/** How many line feeds there are among some bytes. */
function countFeeds(from: usize, to: usize): u32 {
  let feeds: u32 = 0
  for (let p = from; p < to; p++) if (<u32>load<u8>(p) == lineFeed) feeds++
  return feeds
}
