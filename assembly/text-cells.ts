import { quotedBit } from './text-index'

const space: u32 = 0x20
const letterBit: u32 = 0x20

/** One column of an indexed text, as the caller lays it out, all fields of 32 bits. */
@unmanaged
export class TextColumn {
  bytes: usize
  starts: usize
  ends: usize
  rows: u32
  width: u32
  column: u32
  /** A quote inside a quoted cell is doubled. */
  quote: u32
  /** The list of missing words, see `isMissing`. */
  missing: usize
  /** A second decimal point, as a byte; 0: none. */
  comma: u32
  /** Powers of five, see `text-decimal`. */
  powers: usize
  /** 8 bytes a row: numbers, where cells are read as times; where they are read as numbers, those of all columns. */
  values: usize
  /** 4 bytes each: the places, among `values`, of cells the caller has to read. */
  unsettled: usize
  unsettledCount: u32
  missingCount: u32
  infinite: u32
  rounded: u32
  commas: u32
  /** Which kinds of times there are, see `text-times`. */
  kinds: u32
  /** Where commas may be decimal points: cells with a point, and commas that may stand between thousands. */
  points: u32
  groups: u32
  /** Whether whole numbers may begin with 0; else they are texts. */
  padded: u32
}

/** Where a cell begins. */
export function startOf(text: TextColumn, row: usize): usize {
  const column = text.column
  if (column == 0) return text.bytes + load<u32>(text.starts + (row << 2))
  const before = load<u32>(text.ends + ((row * text.width + column - 1) << 2))
  return text.bytes + (before & ~quotedBit) + 1
}

/** The entry of `ends` for a cell: where it ends, with `quotedBit` where it is quoted. */
export function endOf(text: TextColumn, row: usize): u32 {
  return load<u32>(text.ends + ((row * text.width + text.column) << 2))
}

/** The end of the text in quotes; `end` is that of the cell, which may have blanks after the closing quote. */
export function insideEnd(end: usize, quote: u32): usize {
  while (<u32>load<u8>(end - 1) != quote) end--
  return end - 1
}

export function isBlank(byte: u32): bool {
  return byte == space || byte - 9 < 5
}

/**
 * Whether some bytes are a missing value: none, or a word of the list. The list: 256 bytes, 1 where a word begins with this
 * byte; how many words there are (4 bytes); then for each word its length (4 bytes) and its bytes.
 */
export function isMissing(list: usize, from: usize, to: usize): bool {
  const length = <u32>(to - from)
  if (length == 0) return true
  if (load<u8>(list + load<u8>(from)) == 0) return false
  const count = load<u32>(list + 256)
  let word = list + 260
  for (let i: u32 = 0; i < count; i++) {
    const size = load<u32>(word)
    if (size == length && memory.compare(word + 4, from, size) == 0) return true
    word += 4 + size
  }
  return false
}

/** Whether some bytes are inf or infinity, in any case. */
export function isInfinity(from: usize, to: usize): bool {
  const length = to - from
  if (length != 3 && length != 8) return false
  // "infinity" in lower case, its first three letters and all eight.
  const letters = load<u64>(from) | 0x2020202020202020
  return length == 3 ? (letters & 0xffffff) == 0x666e69 : letters == 0x7974696e69666e69
}

/** Whether a byte is the letter e, in either case. */
export function isExponent(byte: u32): bool {
  return (byte | letterBit) == 0x65
}

/** Whether a cell that is no value here may still be one, or a missing word, by the caller's rules. */
export function isForCaller(from: usize, to: usize, quote: u32): bool {
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    if (byte >= 0x80 || byte == quote) return true
  }
  return false
}
