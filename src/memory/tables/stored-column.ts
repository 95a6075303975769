import type { ArenaBlock } from '../threads/arena.ts'

/** Columns with more planes get none: a histogram is faster then. */
export const mostPlanes = 32

/** What a coded column is. */
export interface CodedShape {
  /** Bytes of a code. */
  readonly width: number
  readonly count: number
  readonly hasMissing: boolean
  /** The number of its bit planes; null where it is counted by codes only. */
  readonly planes: number | null
}

/** A coded column in kernel memory. */
export interface StoredColumn extends CodedShape {
  /** The address of its description. */
  readonly address: number
  /** Its description: see `Coded` in assembly/. */
  readonly head: ArenaBlock<Uint32Array>
  /** Where its planes are packed, once there is memory for them. */
  planesAt: PlanesAt | null
  hasCodes: boolean
  isPacked: boolean
}

/** Memory for the bit planes of a column. */
export interface PlanesAt {
  readonly planes: ArenaBlock<Uint8Array>
  readonly marginals: ArenaBlock<Uint32Array>
}

/** The shape of a column with codes of so many bytes. */
export function shapeOf(width: number, count: number, hasMissing: boolean): CodedShape {
  const planes = hasMissing ? count : count - 1
  const isPackable = width === 1 && planes <= mostPlanes && (planes > 0 || count === 1)
  return { width, count, hasMissing, planes: isPackable ? planes : null }
}

/** Describes a column for the kernels; its codes and planes follow. */
export function describe(
  head: ArenaBlock<Uint32Array>,
  shape: CodedShape,
  codes: number | null = null,
): StoredColumn {
  // One by one: `set` takes ten times as long for a list of a few numbers.
  const { view } = head
  view[0] = codes ?? 0
  view[1] = shape.width
  view[2] = shape.count
  view[3] = shape.hasMissing ? 1 : 0
  view[4] = 0
  view[5] = 0
  return { ...shape, address: head.address, head, planesAt: null, hasCodes: codes !== null, isPacked: false }
}
