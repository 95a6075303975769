import { TextColumn, endOf, insideEnd, startOf } from './text-cells'
import { quotedBit } from './text-index'

/** The output of `codeTexts`, laid out by the caller, all fields of 32 bits. */
@unmanaged
export class TextLevels {
  /** 4 bytes a row: the number of its text. */
  codes: usize
  /** A hash table of 2^bits slots of 4 bytes, all zero, at least twice as many as rows. */
  slots: usize
  bits: u32
  /** 12 bytes for each distinct text: its address, its length, its hash. */
  entries: usize
  /** Space for unquoted copies of cells with doubled quotes: as many bytes as the text. */
  spare: usize
  /** The bytes of all distinct texts. */
  size: u32
}

/** For each byte the number of the text that is this byte alone, 0 where none was met. */
const ofBytes = memory.data(1024)

/** Numbers the distinct texts of a column by first occurrence; returns their number. */
export function codeTexts(column: usize, to: usize): u32 {
  const text = changetype<TextColumn>(column)
  const levels = changetype<TextLevels>(to)
  const rows = text.rows
  const mask: u32 = (1 << levels.bits) - 1
  const slots = levels.slots
  const entries = levels.entries
  const codes = levels.codes
  let spare = levels.spare
  let count: u32 = 0
  let size: u32 = 0
  memory.fill(ofBytes, 0, 1024)
  for (let row: usize = 0; row < rows; row++) {
    const place = endOf(text, row)
    let from = startOf(text, row)
    let length = <u32>(text.bytes + (place & ~quotedBit) - from)
    if (place & quotedBit) {
      const end = insideEnd(from + length, text.quote)
      from++
      length = <u32>(end - from)
      if (contains(from, end, text.quote)) {
        length = unquote(from, end, text.quote, spare)
        from = spare
      }
    }
    const ofByte = ofBytes + ((<usize>load<u8>(from)) << 2)
    if (length == 1) {
      const known = load<u32>(ofByte)
      if (known) {
        store<u32>(codes + (row << 2), known - 1)
        continue
      }
    }
    const hash = hashOf(from, length)
    let slot = hash & mask
    let code: u32
    while (true) {
      code = load<u32>(slots + ((<usize>slot) << 2))
      if (code == 0) {
        const entry = entries + <usize>count * 12
        store<u32>(entry, <u32>from)
        store<u32>(entry, length, 4)
        store<u32>(entry, hash, 8)
        if (from == spare) spare += length
        size += length
        code = ++count
        store<u32>(slots + ((<usize>slot) << 2), code)
        break
      }
      const entry = entries + <usize>(code - 1) * 12
      if (
        load<u32>(entry, 8) == hash &&
        load<u32>(entry, 4) == length &&
        isSame(<usize>load<u32>(entry), from, length)
      )
        break
      slot = (slot + 1) & mask
    }
    if (length == 1) store<u32>(ofByte, code)
    store<u32>(codes + (row << 2), code - 1)
  }
  levels.size = size
  return count
}

/** Writes the distinct texts consecutively, and their ends. */
export function gatherTexts(entries: usize, count: u32, texts: usize, ends: usize): void {
  let to = texts
  for (let i: usize = 0; i < count; i++) {
    const entry = entries + i * 12
    const length = <usize>load<u32>(entry, 4)
    memory.copy(to, <usize>load<u32>(entry), length)
    to += length
    store<u32>(ends + (i << 2), <u32>(to - texts))
  }
}

/** Whether two texts of one length are the same; up to seven bytes after them are read, and not compared. */
function isSame(a: usize, b: usize, length: u32): bool {
  for (; length >= 8; length -= 8, a += 8, b += 8) if (load<u64>(a) != load<u64>(b)) return false
  return length == 0 || (load<u64>(a) ^ load<u64>(b)) << ((8 - length) << 3) == 0
}

function hashOf(from: usize, length: u32): u32 {
  let hash: u64 = 0x9e3779b97f4a7c15 ^ (<u64>length)
  let p = from
  let rest = length
  for (; rest >= 8; rest -= 8) {
    hash = (hash ^ load<u64>(p)) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
    p += 8
  }
  if (rest) hash = (hash ^ (load<u64>(p) & ((<u64>-1) >> ((8 - rest) << 3)))) * 0xff51afd7ed558ccd
  hash ^= hash >> 29
  hash *= 0xc4ceb9fe1a85ec53
  return <u32>(hash >> 32)
}

/** Whether bytes contain a byte. */
function contains(from: usize, to: usize, byte: u32): bool {
  for (let p = from; p < to; p++) if (<u32>load<u8>(p) == byte) return true
  return false
}

/** Copies quoted text with each doubled quote once; returns its length. */
function unquote(from: usize, to: usize, quote: u32, target: usize): u32 {
  let out = target
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    store<u8>(out++, byte)
    if (byte == quote) p++
  }
  return <u32>(out - target)
}
