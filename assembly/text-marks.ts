export const lineFeed: u32 = 0x0a
export const carriageReturn: u32 = 0x0d

/** A bit for each separator, quote and line end in 16 bytes. */
export function marksIn(lane: usize, separators: v128, quotes: v128): u32 {
  const bytes = v128.load(lane)
  const feeds = i8x16.eq(bytes, i8x16.splat(<i8>lineFeed))
  const returns = i8x16.eq(bytes, i8x16.splat(<i8>carriageReturn))
  const marks = v128.or(i8x16.eq(bytes, separators), i8x16.eq(bytes, quotes))
  return <u32>i8x16.bitmask(v128.or(marks, v128.or(feeds, returns)))
}

/** A bit for each separator in 16 bytes. */
export function separatorsIn(lane: usize, separators: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.eq(v128.load(lane), separators))
}

/** The address of the quote that closes a cell, or 0; two quotes in a row are a character of the cell. */
export function closingQuote(from: usize, end: usize, quote: u32): usize {
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

/** The first line that is not a comment. `isWhole`: a carriage return at the very end is a whole line end. */
export function skipComments(from: usize, end: usize, comment: u32, isWhole: bool): usize {
  let p = from
  while (p < end && <u32>load<u8>(p) == comment) {
    let q = p
    while (q < end && <u32>load<u8>(q) != lineFeed && <u32>load<u8>(q) != carriageReturn) q++
    // A comment without a line end is incomplete.
    if (q == end) return p
    const isReturn = <u32>load<u8>(q) == carriageReturn
    if (isReturn && q + 1 == end && !isWhole) return p
    q += isReturn && q + 1 < end && <u32>load<u8>(q + 1) == lineFeed ? 2 : 1
    p = q
  }
  return p
}

/** Counts line ends. */
export function countLines(from: usize, to: usize): u32 {
  let lines: u32 = 0
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    if (byte == lineFeed || (byte == carriageReturn && <u32>load<u8>(p + 1) != lineFeed)) lines++
  }
  return lines
}

/** Counts line feeds. */
export function countFeeds(from: usize, to: usize): u32 {
  let feeds: u32 = 0
  for (let p = from; p < to; p++) if (<u32>load<u8>(p) == lineFeed) feeds++
  return feeds
}
