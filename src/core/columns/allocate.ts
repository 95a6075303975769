import type { LevelCodes } from './column.ts'

/** Copying a smaller buffer takes less time than sharing it. */
const leastSharedBytes = 1 << 12

const canShare = typeof SharedArrayBuffer !== 'undefined'

/** A shared buffer where the platform has them, so that threads read columns without a copy. */
export function sharedBuffer(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return canShare && bytes >= leastSharedBytes ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}

export function allocateNumbers(length: number): Float64Array {
  const [buffer, from] = reserve(length * 8)
  return new Float64Array(buffer, from, length)
}

export function allocateMask(length: number): Uint8Array {
  return new Uint8Array(columnBuffer(length), 0, length)
}

/** What the types of ES2023 do not know; where the platform does not either, the buffer is any other. */
type GrowingBuffer = new (bytes: number, most: { readonly maxByteLength: number }) => SharedArrayBuffer

/** A longer column has pages of memory of its own. */
const leastMappedBytes = 1 << 18

/**
 * The buffer of a column. One that may grow is mapped by itself, and its memory goes back to the machine with it:
 * what an allocator gets back stays with the process, in pieces that the next column may not fit into.
 */
function columnBuffer(bytes: number): ArrayBuffer | SharedArrayBuffer {
  if (!canShare || bytes < leastMappedBytes) return sharedBuffer(bytes)
  return new (SharedArrayBuffer as GrowingBuffer)(bytes, { maxByteLength: bytes })
}

/** Bytes per code for this many levels, plus one code for rows without a level. */
export function codeBytes(levels: number): 1 | 2 | 4 {
  return levels < 0xff ? 1 : levels < 0xffff ? 2 : 4
}

export function allocateCodes(length: number, levels: number): LevelCodes {
  const width = codeBytes(levels)
  const [buffer, from] = reserve(length * width)
  if (width === 1) return new Uint8Array(buffer, from, length)
  return width === 2 ? new Uint16Array(buffer, from, length) : new Uint32Array(buffer, from, length)
}

/**
 * Short columns, of any table, share buffers (slabs) of this many bytes: passing few buffers to a thread is
 * faster than passing many. A buffer that is not shared is copied whole, so without sharing each column gets
 * its own.
 */
const slabBytes = 1 << 22
const slab = { buffer: sharedBuffer(0), top: 0 }

/** Reserves bytes: in the slab for a short column, else in a buffer of their own. */
function reserve(bytes: number): readonly [buffer: ArrayBuffer | SharedArrayBuffer, from: number] {
  if (!canShare || bytes > slabBytes / 16) return [columnBuffer(bytes), 0]
  if (slab.top + bytes > slab.buffer.byteLength) {
    slab.buffer = sharedBuffer(slabBytes)
    slab.top = 0
  }
  const from = slab.top
  // A Float64Array has to start at a multiple of 8.
  slab.top += (bytes + 7) & ~7
  return [slab.buffer, from]
}
