import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ArenaColumn } from './coded-list.ts'

/** How to code a column as levels. */
export interface CodeEncoding {
  /** Numbers by cuts or by their values, or levels by a table of new levels; cuts and values ascend. */
  readonly by: 'cuts' | 'values' | 'table'
  readonly cells: Float64Array | ArenaColumn['codes']
  readonly points: Float64Array | Uint32Array
  /** 1 where the value is missing. */
  readonly missing: Uint8Array | null
  /** The level of a missing row, and of a value that is not a level. */
  readonly fillCode: number
  readonly missingCode: number
  /** Bytes of a code. */
  readonly width: 1 | 2 | 4
}

interface CodesInput {
  readonly rows: number
}

/** The codes of a task's columns, each padded to 4 bytes, and how many rows of each have no level. */
interface CodesPart {
  readonly codes: Uint8Array
  readonly missingCounts: Uint32Array
}

/** Codes columns as levels. */
export const codesJob: Job<CodesInput, readonly CodeEncoding[], CodesPart> = {
  name: 'codes',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const { rows } = input
    // All columns use the same memory; kernels access a few rows beyond the last.
    const buffers: EncodingBuffers = {
      cells: arena.bytes((rows + 8) * 8),
      missing: arena.bytes(rows),
      codes: arena.bytes((rows + 8) * 4),
      encoded: arena.integers(5),
    }
    const { top } = arena
    return (columns) => {
      const missingCounts = new Uint32Array(columns.length)
      const codes = new Uint8Array(columns.reduce((sum, column) => sum + bytesOf(column, rows), 0))
      let at = 0
      columns.forEach((column, i) => {
        arena.release(top)
        missingCounts[i] = encode(kernels, arena, buffers, rows, column)
        codes.set(buffers.codes.view.subarray(0, column.width * rows), at)
        at += bytesOf(column, rows)
      })
      return { codes, missingCounts }
    }
  },
}

/** Bytes of a column's codes in `CodesPart`. */
export function bytesOf({ width }: CodeEncoding, rows: number): number {
  return Math.ceil((width * rows) / 4) * 4
}

interface EncodingBuffers {
  readonly cells: ArenaBlock<Uint8Array>
  readonly missing: ArenaBlock<Uint8Array>
  readonly codes: ArenaBlock<Uint8Array>
  /** See `Encoded` in assembly/. */
  readonly encoded: ArenaBlock<Uint32Array>
}

function encode(
  { run }: Kernels,
  arena: Arena,
  buffers: EncodingBuffers,
  rows: number,
  column: CodeEncoding,
): number {
  const { by, cells, points, missing, fillCode, missingCode, width } = column
  const table = arena.bytes(points.byteLength)
  table.view.set(asBytes(points))
  buffers.cells.view.set(asBytes(cells))
  if (missing) buffers.missing.view.set(missing)
  const { address: to, view } = buffers.encoded
  view.set([buffers.codes.address, width, missing ? buffers.missing.address : 0, fillCode, missingCode])
  if (by === 'table')
    return run.encodeByTable(buffers.cells.address, rows, cells.BYTES_PER_ELEMENT, table.address, to)
  const encodeBy = by === 'cuts' ? run.encodeByCuts : run.encodeByValues
  return encodeBy(buffers.cells.address, rows, table.address, points.length, to)
}

function asBytes({ buffer, byteOffset, byteLength }: Float64Array | ArenaColumn['codes']): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
