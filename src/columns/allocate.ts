import type { LevelCodes } from './column.ts'

/** Buffers of fewer bytes are copied in less time than it takes to share them. */
const worthSharing = 1 << 12

const canShare = typeof SharedArrayBuffer !== 'undefined'

/** Columns lie in shared buffers where the platform has them, so that threads can read them without a copy. */
export function sharedBuffer(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return canShare && bytes >= worthSharing ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}

export function allocateNumbers(length: number): Float64Array {
  const [buffer, from] = placeFor(length * 8)
  return new Float64Array(buffer, from, length)
}

export function allocateMask(length: number): Uint8Array {
  return new Uint8Array(sharedBuffer(length))
}

/** Bytes of a code, where there are so many levels and one code more for a row that has none. */
export function codeBytes(levels: number): 1 | 2 | 4 {
  return levels < 0xff ? 1 : levels < 0xffff ? 2 : 4
}

export function allocateCodes(length: number, levels: number): LevelCodes {
  const width = codeBytes(levels)
  const [buffer, from] = placeFor(length * width)
  if (width === 1) return new Uint8Array(buffer, from, length)
  return width === 2 ? new Uint16Array(buffer, from, length) : new Uint32Array(buffer, from, length)
}

/**
 * Short columns lie side by side in buffers of so many bytes, whatever their table: threads are handed few buffers sooner
 * than many. Buffers that are not shared are sent whole, so there each column has its own.
 */
const shelfBytes = 1 << 22
const shelf = { buffer: sharedBuffer(0), top: 0 }

/** A place for so many bytes, on the shelf where they are few. */
function placeFor(bytes: number): readonly [buffer: ArrayBuffer | SharedArrayBuffer, from: number] {
  if (!canShare || bytes > shelfBytes / 16) return [sharedBuffer(bytes), 0]
  if (shelf.top + bytes > shelf.buffer.byteLength) {
    shelf.buffer = sharedBuffer(shelfBytes)
    shelf.top = 0
  }
  const from = shelf.top
  // Numbers of eight bytes begin at a place of eight.
  shelf.top += (bytes + 7) & ~7
  return [shelf.buffer, from]
}
