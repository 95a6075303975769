import { isUtf8 } from './text-decoder.ts'
import type { TextEncodingName } from './text-decoder.ts'
import type { Kernels } from './kernels.ts'
import type { Block, Room } from './room.ts'

/** How a delimited text is written; separator, quote and the sign of a comment (0: none) as bytes. */
export interface TextForm {
  readonly separator: number
  readonly quote: number
  readonly comment: number
  /** Cells in each row. */
  readonly width: number
  readonly encoding: TextEncodingName
}

/**
 * What is wrong with a chunk: a row of another width, text behind a closing quote, a quote that is never closed, bytes that
 * are no UTF-8, or bytes that are no text at all. `row` and `line` are counted from 0 within the chunk.
 */
export interface TextFault {
  readonly kind: 'width' | 'quote' | 'open' | 'encoding' | 'no-text'
  readonly row: number
  readonly line: number
  readonly cells: number
}

/** A chunk in kernel memory, its cells found. */
export interface IndexedText {
  readonly bytes: Block<Uint8Array>
  readonly starts: Block<Uint32Array>
  readonly ends: Block<Uint32Array>
  readonly rows: number
  /** Lines that end in it, in quotes or not. */
  readonly lines: number
  /** Blank lines behind the last row. */
  readonly blanks: number
  readonly fault: TextFault | null
}

/** Set in the end of a cell that stands in quotes, see assembly/. */
const quotedBit = 0x80000000

/** Kernels read up to so many bytes behind a text. */
const readBehind = 32

const faults = [null, 'width', 'quote', 'open'] as const

/** Lays out a chunk of whole records and finds its cells. */
export function indexText(kernels: Kernels, room: Room, form: TextForm, given: Uint8Array): IndexedText {
  const { length } = given
  const bytes = room.bytes(length + readBehind)
  bytes.view.set(given)
  bytes.view.fill(0, length)
  const starts = room.integers(Math.ceil(length / form.width) + 2)
  const ends = room.integers(length + 2)
  const unreadable = encodingFault(kernels, bytes, length, form)
  if (unreadable) return { bytes, starts, ends, rows: 0, lines: 0, blanks: 0, fault: unreadable }
  const { separator, quote, comment, width } = form
  // See `TextChunk` in assembly/; the last six are found.
  const found = room.integers(14)
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
  bytes: Block<Uint8Array>,
  length: number,
  { encoding }: TextForm,
): TextFault | null {
  const kinds = run.kindsOfBytes(bytes.address, length)
  const fault = (kind: TextFault['kind']) => ({ kind, row: 0, line: 0, cells: 0 })
  if (kinds & 2 || (encoding === 'windows-1252' && kinds & 4)) return fault('no-text')
  if (encoding === 'windows-1252' || !(kinds & 1)) return null
  return isUtf8(bytes.view.subarray(0, length)) ? null : fault('encoding')
}

/** Where the contents of a cell lie among the bytes, without the quotes around it. */
export function cellAt(
  { bytes, starts, ends }: Views,
  { width, quote }: TextForm,
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

/** The memory of an indexed text, looked at. */
export interface Views {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** The contents of a cell, a doubled quote once. */
export function contentsOf(views: Views, form: TextForm, row: number, column: number): Uint8Array {
  const [from, to, isQuoted] = cellAt(views, form, row, column)
  const inside = views.bytes.subarray(from, to)
  if (!isQuoted || !inside.includes(form.quote)) return inside
  // Of two quotes in a row the second goes.
  let isSecond = false
  return inside.filter((byte) => {
    isSecond = byte === form.quote && !isSecond
    return byte !== form.quote || isSecond
  })
}
