import type { ArenaColumn } from './coded-arena.ts'
import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** A column to be read by levels. */
export interface Encoding {
  /** Numbers by cuts or by the levels they are, or levels by what each becomes; cuts and levels ascend. */
  readonly by: 'cuts' | 'values' | 'table'
  readonly cells: Float64Array | ArenaColumn['codes']
  readonly points: Float64Array | Uint32Array
  /** 1 where the column has no value. */
  readonly missing: Uint8Array | null
  /** The level of a row without a value, and of a value that is no level. */
  readonly filled: number
  readonly hole: number
  /** Bytes of a code. */
  readonly width: 1 | 2 | 4
}

export interface CodesGiven {
  readonly rows: number
}

/** The codes of a task's columns one after the other, each padded to whole words, and how many holes each has. */
export interface CodesPart {
  readonly codes: Uint8Array
  readonly holes: Uint32Array
}

/** Reads columns by levels. */
export const codesJob: Job<CodesGiven, readonly Encoding[], CodesPart> = {
  name: 'codes',
  open: (kernels, given) => {
    const arena = kernels.arena()
    const { rows } = given
    // One column after the other takes the same place; kernels read and write a few rows beyond the last.
    const space: Space = {
      cells: arena.bytes((rows + 8) * 8),
      missing: arena.bytes(rows),
      codes: arena.bytes((rows + 8) * 4),
      encoded: arena.integers(5),
    }
    const { top } = arena
    return (columns) => {
      const holes = new Uint32Array(columns.length)
      const codes = new Uint8Array(columns.reduce((sum, column) => sum + bytesOf(column, rows), 0))
      let at = 0
      columns.forEach((column, i) => {
        arena.release(top)
        holes[i] = encode(kernels, arena, space, rows, column)
        codes.set(space.codes.view.subarray(0, column.width * rows), at)
        at += bytesOf(column, rows)
      })
      return { codes, holes }
    }
  },
}

/** Bytes of a column's codes among others. */
export function bytesOf({ width }: Encoding, rows: number): number {
  return Math.ceil((width * rows) / 4) * 4
}

interface Space {
  readonly cells: ArenaBlock<Uint8Array>
  readonly missing: ArenaBlock<Uint8Array>
  readonly codes: ArenaBlock<Uint8Array>
  /** See `Encoded` in assembly/. */
  readonly encoded: ArenaBlock<Uint32Array>
}

function encode({ run }: Kernels, arena: Arena, space: Space, rows: number, column: Encoding): number {
  const { by, cells, points, missing, filled, hole, width } = column
  const table = arena.bytes(points.byteLength)
  table.view.set(asBytes(points))
  space.cells.view.set(asBytes(cells))
  if (missing) space.missing.view.set(missing)
  const { address: to, view } = space.encoded
  view.set([space.codes.address, width, missing ? space.missing.address : 0, filled, hole])
  if (by === 'table')
    return run.encodeByTable(space.cells.address, rows, cells.BYTES_PER_ELEMENT, table.address, to)
  const encodeBy = by === 'cuts' ? run.encodeByCuts : run.encodeByValues
  return encodeBy(space.cells.address, rows, table.address, points.length, to)
}

function asBytes({ buffer, byteOffset, byteLength }: Float64Array | ArenaColumn['codes']): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
