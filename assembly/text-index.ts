import {
  carriageReturn,
  closingQuote,
  countFeeds,
  countLines,
  lineFeed,
  marksIn,
  separatorsIn,
  skipComments,
} from './text-marks'

const space: u32 = 0x20
/** Set in the end of a quoted cell. */
export const quotedBit: u32 = 0x80000000

/** What can be wrong with a record: too few or too many cells, text after a closing quote, a quote that nothing closes. */
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
  /** Where each cell ends, counted from `bytes`, row by row; `quotedBit` is set where it is quoted. */
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
      // Mostly nothing but separators, and the row goes on: these are taken at once.
      if (cells + 16 > width || mask != separatorsIn(lane, separators)) continue
      for (; mask; mask &= mask - 1) {
        const p = lane + ctz(mask)
        store<u32>(ends + ((<usize>rows * width + cells++) << 2), (<u32>(p - bytes)) | quoted)
        cell = p + 1
        quoted = 0
      }
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
      // A lane that begins after the line end skips the second byte of it.
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
