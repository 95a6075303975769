import { quotedBit } from './text-index'

const space: u32 = 0x20
const letterBit: u32 = 0x20

/** One column of an indexed text, laid out by the caller, all fields of 32 bits. */
@unmanaged
export class TextColumn {
  bytes: usize
  starts: usize
  ends: usize
  rows: u32
  width: u32
  column: u32
  /** The quote character; inside a quoted cell it is doubled. */
  quote: u32
  /** The list of missing words, see `isMissing`. */
  missing: usize
  /** A second decimal point, as a byte; 0: none. */
  comma: u32
  /** Powers of five, see `text-decimal`. */
  powers: usize
  /** Output, 8 bytes a row: times of this column, or numbers of all columns. */
  values: usize
  /** Output, 4 bytes each: the indices in `values` of cells that the caller must decode. */
  unresolved: usize
  unresolvedCount: u32
  missingCount: u32
  infinite: u32
  rounded: u32
  commas: u32
  /** The kinds of times found, see `text-times`. */
  kinds: u32
  /** The number of cells with a point, and of commas that may be thousands separators. */
  points: u32
  groups: u32
  /** Whether whole numbers may start with 0; otherwise they are texts. */
  padded: u32
  /** Cells with a missing word that is noted, and which of these words, one bit each, see `noteMissing`. */
  noted: u32
  words: u32
  /** How many of the points may be thousands separators. */
  pointGroups: u32
}

/** The address where a cell starts. */
export function startOf(text: TextColumn, row: usize): usize {
  const column = text.column
  if (column == 0) return text.bytes + load<u32>(text.starts + (row << 2))
  const before = load<u32>(text.ends + ((row * text.width + column - 1) << 2))
  return text.bytes + (before & ~quotedBit) + 1
}

/** The entry of `ends` of a cell: its end, with `quotedBit` if it is quoted. */
export function endOf(text: TextColumn, row: usize): u32 {
  return load<u32>(text.ends + ((row * text.width + text.column) << 2))
}

/**
 * The end of the text in quotes; `end` is the end of the cell, which may have blanks after the closing quote.
 */
export function insideEnd(end: usize, quote: u32): usize {
  while (<u32>load<u8>(end - 1) != quote) end--
  return end - 1
}

export function isBlank(byte: u32): bool {
  return byte == space || byte - 9 < 5
}

/** What `missingWord` returns for other bytes, and for none; words have the numbers after. */
const noWord: u32 = 0
const noBytes: u32 = 1

/**
 * Which missing value bytes are: none, empty, or a word of the list. Layout of the list: 256 bytes, 1 if a word
 * starts with this byte; the number of words (4 bytes), and of those before the words that are noted (4 bytes);
 * for each word its length (4 bytes) and its bytes.
 */
function missingWord(list: usize, from: usize, to: usize): u32 {
  const length = <u32>(to - from)
  if (length == 0) return noBytes
  if (load<u8>(list + load<u8>(from)) == 0) return noWord
  const count = load<u32>(list + 256)
  let word = list + 264
  for (let i: u32 = 0; i < count; i++) {
    const size = load<u32>(word)
    if (size == length && memory.compare(word + 4, from, size) == 0) return noBytes + 1 + i
    word += 4 + size
  }
  return noWord
}

/** Whether bytes are a missing value: empty, or a word of the list, see `missingWord`. */
export function isMissing(list: usize, from: usize, to: usize): bool {
  return missingWord(list, from, to) != noWord
}

/** Whether a cell is missing; counts it, and notes its word if it is one of those after the first of the list. */
export function countMissing(text: TextColumn, from: usize, to: usize): bool {
  const word = missingWord(text.missing, from, to)
  if (word == noWord) return false
  text.missingCount++
  const place = word - noBytes - 1
  const plain = load<u32>(text.missing + 260)
  if (word == noBytes || place < plain) return true
  text.noted++
  // The last bit is that of all further words.
  text.words |= 1 << min<u32>(place - plain, 31)
  return true
}

/** Whether bytes are inf or infinity, in any case. */
export function isInfinity(from: usize, to: usize): bool {
  const length = to - from
  if (length != 3 && length != 8) return false
  // "infinity" in lower case, little-endian: its first three letters, and all eight.
  const letters = load<u64>(from) | 0x2020202020202020
  return length == 3 ? (letters & 0xffffff) == 0x666e69 : letters == 0x7974696e69666e69
}

/** Whether a byte is the letter e, in either case. */
export function isExponent(byte: u32): bool {
  return (byte | letterBit) == 0x65
}

/** Whether a cell that cannot be decoded here may be a value or a missing word by the caller's rules. */
export function needsCaller(from: usize, to: usize, quote: u32): bool {
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    if (byte >= 0x80 || byte == quote) return true
  }
  return false
}
