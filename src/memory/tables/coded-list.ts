/** Levels by row: 0 … count−1, or `count` for a missing level, which only occurs with `hasMissing`. */
export interface ArenaColumn {
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly count: number
  readonly hasMissing: boolean
}

/**
 * Coded columns as sent to threads: a few buffers and a table of numbers, because sending many buffers or
 * objects is slow. Short columns share a buffer.
 */
export interface CodedList {
  readonly length: number
  readonly buffers: readonly ArrayBufferLike[]
  /**
   * For each column: its buffer, its offset there, the number of codes, bytes of a code, levels, and 1 if
   * levels are missing.
   */
  readonly places: Uint32Array
}

/** The input shared by all jobs on coded columns. */
export interface CodedInput {
  readonly rows: number
  readonly columns: CodedList
  /** The largest number of columns in a set. */
  readonly width: number
  /** The weight of each row, or null where each counts once. */
  readonly weights: Float64Array | null
}

/** Entries of `places` for each column. */
const numbersPerColumn = 6
/** Longer columns have buffers of their own. */
const shortBytes = 1 << 16
/** The largest size of a shared buffer. */
const mostSharedBytes = 1 << 26

/** Lists columns without copying those that can keep their buffers. */
export function codedList(
  columns: readonly ArenaColumn[],
  allocate: (bytes: number) => ArrayBufferLike,
): CodedList {
  const buffers = new Map<ArrayBufferLike, number>()
  const places = new Uint32Array(columns.length * numbersPerColumn)
  const numberOf = (buffer: ArrayBufferLike) => {
    const index = buffers.get(buffer)
    if (index === undefined) buffers.set(buffer, buffers.size)
    return index ?? buffers.size - 1
  }
  let shared: Uint8Array<ArrayBufferLike> = new Uint8Array(0)
  let top = 0
  let left = 0
  for (const { codes } of columns) if (!keepsBuffer(codes)) left += aligned(codes.byteLength)
  columns.forEach(({ codes, count, hasMissing }, column) => {
    const [buffer, from] = keepsBuffer(codes) ? [codes.buffer, codes.byteOffset] : copyToShared(codes)
    const at = column * numbersPerColumn
    places[at] = numberOf(buffer)
    places[at + 1] = from
    places[at + 2] = codes.length
    places[at + 3] = codes.BYTES_PER_ELEMENT
    places[at + 4] = count
    places[at + 5] = hasMissing ? 1 : 0
  })
  return { length: columns.length, buffers: [...buffers.keys()], places }

  function copyToShared({ buffer, byteOffset, byteLength }: ArenaColumn['codes']) {
    if (top + byteLength > shared.length) {
      shared = new Uint8Array(allocate(Math.min(mostSharedBytes, left)))
      top = 0
    }
    const from = top
    shared.set(new Uint8Array(buffer, byteOffset, byteLength), from)
    top += aligned(byteLength)
    left -= aligned(byteLength)
    return [shared.buffer, from] as const
  }
}

/**
 * Whether codes keep their buffer: they are long, or part of a shared buffer that threads access without a
 * copy.
 */
function keepsBuffer({ buffer, byteLength }: ArenaColumn['codes']): boolean {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer
  return byteLength > shortBytes || (isShared && buffer.byteLength > byteLength)
}

/** The column at an index. */
export function columnAt({ buffers, places }: CodedList, column: number): ArenaColumn {
  const [buffer, offset, length, width, count, missing] = places.subarray(column * numbersPerColumn)
  const codes = codesIn(buffers[buffer], offset, length, width)
  return { codes, count, hasMissing: missing === 1 }
}

/** The largest number of levels of a column. */
export function mostLevels({ length, places }: CodedList): number {
  let most = 1
  for (let column = 0; column < length; column++) most = Math.max(most, places[column * numbersPerColumn + 4])
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

/** Aligns codes to four bytes. */
function aligned(bytes: number): number {
  return (bytes + 3) & ~3
}
