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

/** Errors of a record: wrong number of cells, text after a closing quote, an unclosed quote. */
enum Fault {
  none,
  width,
  quote,
  open,
}

/**
 * A chunk of delimited text, laid out by the caller, all fields of 32 bits. It contains whole records, the
 * last of which ends with a line end, followed by 16 readable bytes. The index is written to the fields after
 * `starts`.
 */
@unmanaged
export class TextChunk {
  bytes: usize
  length: u32
  separator: u32
  quote: u32
  /** The byte that starts a comment line; 0: none. */
  comment: u32
  width: u32
  /** The end of each cell, counted from `bytes`, row by row; `quotedBit` is set if it is quoted. */
  ends: usize
  /** The start of each row. */
  starts: usize
  rows: u32
  lines: u32
  /** Blank lines after the last row. */
  blanks: u32
  fault: u32
  /** The line of the faulty record, counted from 0, and its number of cells. */
  faultLine: u32
  faultCells: u32
}

/**
 * Finds the cells of a text. A quote opens a cell only as its first byte, is doubled inside it, and only
 * blanks may follow the closing quote. A blank line is not a row, except between the rows of a single column,
 * where it is a missing value. Stops at the first error.
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
      // Fast path: only separators, and the row continues.
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
      // Restart after the line end if it has two bytes or a comment follows.
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
