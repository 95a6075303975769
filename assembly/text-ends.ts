import { carriageReturn, closingQuote, lineFeed, marksIn, skipComments } from './text-marks'

/**
 * The end of the last whole record in bytes that start with a record; 0 if none ends. A carriage return at
 * the very end may be half a line end, so it ends nothing.
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
