/** One byte a row: 1 where the value is missing. `null` where no value is. */
export type Missing = Uint8Array | null

/** A column of numbers. Where `missing` says so the value is NaN; everywhere else it is finite. */
export interface NumericColumn {
  readonly name: string
  readonly type: 'numeric'
  readonly values: Float64Array
  readonly missing: Missing
}

/** Numbers of levels by row, as narrow as their number allows: a byte for fewer than 255, two for fewer than 65,535. */
export type LevelCodes = Uint8Array | Uint16Array | Uint32Array

/** A column of levels: `levels[codes[row]]`, the levels in code-point order. Where a value is missing its code is 0. */
export interface CategoricalColumn {
  readonly name: string
  readonly type: 'categorical'
  readonly codes: LevelCodes
  readonly levels: readonly string[]
  readonly missing: Missing
}

export type Column = NumericColumn | CategoricalColumn

/** How many values a mask marks as missing. */
export function countMissing(missing: Missing): number {
  let count = 0
  if (missing) for (const mark of missing) count += mark
  return count
}

/** Whether every row may hold another value: texts as many as rows, or whole numbers over a range wide enough. */
export function mayIdentify(column: Column): boolean {
  const rows = column.type === 'numeric' ? column.values.length : column.codes.length
  const present = rows - countMissing(column.missing)
  if (present < 2) return false
  if (column.type === 'categorical') return column.levels.length === present
  let min = Infinity
  let max = -Infinity
  for (let row = 0; row < rows; row++) {
    if (column.missing?.[row]) continue
    const value = column.values[row]
    if (!Number.isInteger(value)) return false
    if (value < min) min = value
    if (value > max) max = value
  }
  return max - min + 1 >= present
}

/** Buffers of fewer bytes are copied in less time than it takes to share them. */
const worthSharing = 1 << 12

/** Columns lie in shared buffers where the platform has them, so that threads can read them without a copy. */
export function sharedBuffer(bytes: number): ArrayBuffer | SharedArrayBuffer {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && bytes >= worthSharing
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}

export function allocateNumbers(length: number): Float64Array {
  return new Float64Array(sharedBuffer(length * 8))
}

/** Bytes of a code, where there are so many levels and one code more for a row that has none. */
export function codeBytes(levels: number): 1 | 2 | 4 {
  return levels < 0xff ? 1 : levels < 0xffff ? 2 : 4
}

/** Codes of short columns lie side by side in buffers of so many bytes: threads are handed few buffers sooner than many. */
const shelfBytes = 1 << 22
const shelf = { buffer: sharedBuffer(0), top: 0 }

export function allocateCodes(length: number, levels: number): LevelCodes {
  const width = codeBytes(levels)
  const [buffer, from] = placeFor(length * width)
  if (width === 1) return new Uint8Array(buffer, from, length)
  return width === 2 ? new Uint16Array(buffer, from, length) : new Uint32Array(buffer, from, length)
}

/** A place for so many bytes, on the shelf where they are few. */
function placeFor(bytes: number): readonly [buffer: ArrayBuffer | SharedArrayBuffer, from: number] {
  if (bytes > shelfBytes / 16) return [sharedBuffer(bytes), 0]
  if (shelf.top + bytes > shelf.buffer.byteLength) {
    shelf.buffer = sharedBuffer(shelfBytes)
    shelf.top = 0
  }
  const from = shelf.top
  // Codes of up to four bytes begin at a place of four.
  shelf.top += (bytes + 3) & ~3
  return [shelf.buffer, from]
}

export function allocateMask(length: number): Uint8Array {
  return new Uint8Array(sharedBuffer(length))
}
