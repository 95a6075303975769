import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { isUtf8 } from '../threads/platform.ts'

/**
 * The format of a delimited text; separator, quote and the first character of comments (0: none) as bytes.
 */
export interface TextFormat {
  readonly separator: number
  readonly quote: number
  readonly comment: number
  /** Cells in each row. */
  readonly width: number
  readonly encoding: TextEncodingName
}

/**
 * An error in a chunk: a row of another width, text after a closing quote, an unclosed quote, invalid UTF-8,
 * or bytes that are not text. `row` and `line` count from 0 within the chunk.
 */
export interface TextFault {
  readonly kind: 'width' | 'quote' | 'open' | 'encoding' | 'no-text'
  readonly row: number
  readonly line: number
  readonly cells: number
}

/** A chunk in kernel memory with an index of its cells. */
export interface IndexedText {
  readonly bytes: ArenaBlock<Uint8Array>
  readonly starts: ArenaBlock<Uint32Array>
  readonly ends: ArenaBlock<Uint32Array>
  readonly rows: number
  /** Line ends in the chunk, in quotes or not. */
  readonly lines: number
  /** Blank lines after the last row. */
  readonly blanks: number
  readonly fault: TextFault | null
}

/** Set in the end of a quoted cell; see `assembly/text-index.ts`. */
const quotedBit = 0x80000000

/** The bytes after a text that kernels may read. */
const readBeyond = 32

/** The bits of `classifyBytes` in assembly/. */
const byteKinds = { beyondAscii: 1, zero: 2, notWindows1252: 4 } as const

const faults = [null, 'width', 'quote', 'open'] as const

/** Copies a chunk of whole records into kernel memory and indexes its cells. */
export function indexText(kernels: Kernels, arena: Arena, form: TextFormat, input: Uint8Array): IndexedText {
  const { length } = input
  const bytes = arena.copyOfBytes(input, readBeyond)
  const starts = arena.integers(Math.ceil(length / form.width) + 2)
  const ends = arena.integers(length + 2)
  const unreadable = encodingFault(kernels, bytes, length, form)
  if (unreadable) return { bytes, starts, ends, rows: 0, lines: 0, blanks: 0, fault: unreadable }
  const { separator, quote, comment, width } = form
  // See `TextChunk` in assembly/; the kernel fills the last six fields.
  const found = arena.integers(14)
  found.view.set([
    bytes.address,
    length,
    separator,
    quote,
    comment,
    width,
    ends.address,
    starts.address,
    ...[0, 0, 0, 0, 0, 0],
  ])
  kernels.run.indexCells(found.address)
  const [rows, lines, blanks, fault, line, cells] = found.view.subarray(8)
  const kind = faults[fault]
  return { bytes, starts, ends, rows, lines, blanks, fault: kind && { kind, row: rows, line, cells } }
}

function encodingFault(
  { run }: Kernels,
  bytes: ArenaBlock<Uint8Array>,
  length: number,
  { encoding }: TextFormat,
): TextFault | null {
  const { beyondAscii, zero, notWindows1252 } = byteKinds
  const kinds = run.classifyBytes(bytes.address, length)
  const fault = (kind: TextFault['kind']) => ({ kind, row: 0, line: 0, cells: 0 })
  const isNoText = kinds & zero || (encoding === 'windows-1252' && kinds & notWindows1252)
  if (isNoText) return fault('no-text')
  if (encoding === 'windows-1252' || !(kinds & beyondAscii)) return null
  return isUtf8(bytes.view.subarray(0, length)) ? null : fault('encoding')
}

/** The range of a cell's contents in the bytes, without quotes. */
function cellAt(
  { bytes, starts, ends }: TextViews,
  { width, quote }: TextFormat,
  row: number,
  column: number,
): readonly [from: number, to: number, isQuoted: boolean] {
  const place = row * width + column
  const from = column === 0 ? starts[row] : (ends[place - 1] & ~quotedBit) + 1
  const end = ends[place]
  if (!(end & quotedBit)) return [from, end, false]
  let to = (end & ~quotedBit) - 1
  while (bytes[to] !== quote) to--
  return [from + 1, to, true]
}

/** Views of the memory of an indexed text. */
interface TextViews {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

export function viewsOf({ bytes, starts, ends }: IndexedText): TextViews {
  return { bytes: bytes.view, starts: starts.view, ends: ends.view }
}

/** The contents of a cell, with each doubled quote once. */
export function contentsOf(views: TextViews, form: TextFormat, row: number, column: number): Uint8Array {
  const [from, to, isQuoted] = cellAt(views, form, row, column)
  const inside = views.bytes.subarray(from, to)
  if (!isQuoted || !inside.includes(form.quote)) return inside
  // The second of two quotes in a row is dropped.
  let isSecond = false
  return inside.filter((byte) => {
    isSecond = byte === form.quote && !isSecond
    return byte !== form.quote || isSecond
  })
}

/** The end of the last whole record in bytes that start with a record; 0 if none ends. */
export const textEndsJob: Job<TextFormat, Uint8Array, number> = {
  name: 'text-ends',
  open: (kernels, { separator, quote, comment }) => {
    const arena = kernels.arena()
    const { top } = arena
    return (input) => {
      arena.release(top)
      const bytes = arena.copyOfBytes(input, readBeyond)
      return kernels.run.endOfRecords(bytes.address, input.length, separator, quote, comment)
    }
  },
}

/** The encoding of a text. */
export type TextEncodingName = 'utf-8' | 'windows-1252'

/** Characters 0x80 … 0x9f of windows-1252; a space if undefined. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Returns a function that decodes bytes. (Some platforms decode 0x80 to 0x9f wrongly.) */
export function textDecoder(encoding: TextEncodingName): (bytes: Uint8Array) => string {
  if (encoding === 'windows-1252') return fromWindows1252
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

function fromWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte >> 5 === 4 ? windows1252[byte - 0x80] : String.fromCharCode(byte)
  return text
}

/** Whether bytes are not text: one of them is zero, or not a character of windows-1252. */
export function isNoText(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  if (bytes.includes(0)) return true
  return (
    encoding === 'windows-1252' && bytes.some((byte) => byte >> 5 === 4 && windows1252[byte - 0x80] === ' ')
  )
}
