import type { ArenaColumn } from './coded-arena.ts'

/**
 * Coded columns as threads are sent them: a few buffers and a table of numbers, which costs the less the fewer buffers and
 * objects there are. Columns are many where they are short, so short ones share a buffer.
 */
export interface CodedList {
  readonly length: number
  readonly buffers: readonly ArrayBufferLike[]
  /** For each column: its buffer, where it begins there, how many codes, bytes of a code, levels, and 1 for holes. */
  readonly places: Uint32Array
}

/** Numbers for each column. */
const numbers = 6
/** Columns of more bytes keep buffers of their own. */
const short = 1 << 16
/** No shared buffer takes more bytes. */
const longest = 1 << 26

/** Columns side by side, in buffers as they are given. */
export function codedList(
  columns: readonly ArenaColumn[],
  allocate: (bytes: number) => ArrayBufferLike,
): CodedList {
  const buffers = new Map<ArrayBufferLike, number>()
  const places = new Uint32Array(columns.length * numbers)
  const numberOf = (buffer: ArrayBufferLike) => {
    const known = buffers.get(buffer)
    if (known === undefined) buffers.set(buffer, buffers.size)
    return known ?? buffers.size - 1
  }
  let shared: Uint8Array<ArrayBufferLike> = new Uint8Array(0)
  let top = 0
  let left = 0
  for (const { codes } of columns) if (!staysWhere(codes)) left += aligned(codes.byteLength)
  columns.forEach(({ codes, count, hasHoles }, column) => {
    const [buffer, from] = staysWhere(codes) ? [codes.buffer, codes.byteOffset] : putBeside(codes)
    const at = column * numbers
    places[at] = numberOf(buffer)
    places[at + 1] = from
    places[at + 2] = codes.length
    places[at + 3] = codes.BYTES_PER_ELEMENT
    places[at + 4] = count
    places[at + 5] = hasHoles ? 1 : 0
  })
  return { length: columns.length, buffers: [...buffers.keys()], places }

  function putBeside({ buffer, byteOffset, byteLength }: ArenaColumn['codes']) {
    if (top + byteLength > shared.length) {
      shared = new Uint8Array(allocate(Math.min(longest, left)))
      top = 0
    }
    const from = top
    shared.set(new Uint8Array(buffer, byteOffset, byteLength), from)
    top += aligned(byteLength)
    left -= aligned(byteLength)
    return [shared.buffer, from] as const
  }
}

/** Whether codes are long enough for a buffer of their own, or lie beside others in one that threads have without a copy. */
function staysWhere({ buffer, byteLength }: ArenaColumn['codes']): boolean {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer
  return byteLength > short || (isShared && buffer.byteLength > byteLength)
}

/** A column by its number. */
export function columnAt({ buffers, places }: CodedList, column: number): ArenaColumn {
  const [buffer, offset, length, width, count, holes] = places.subarray(column * numbers)
  const codes = codesIn(buffers[buffer], offset, length, width)
  return { codes, count, hasHoles: holes === 1 }
}

/** How many levels the column of the most levels has. */
export function mostLevels({ length, places }: CodedList): number {
  let most = 1
  for (let column = 0; column < length; column++) most = Math.max(most, places[column * numbers + 4])
  return most
}

function codesIn(
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
  width: number,
): ArenaColumn['codes'] {
  if (width === 1) return new Uint8Array(buffer, offset, length)
  return width === 2 ? new Uint16Array(buffer, offset, length) : new Uint32Array(buffer, offset, length)
}

/** Codes of up to four bytes begin at a place of four. */
function aligned(bytes: number): number {
  return (bytes + 3) & ~3
}
