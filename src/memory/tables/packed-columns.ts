import { padded } from '../threads/arena.ts'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'

/** The columns of a pack. */
const packBits = 7
export const columnsPerPack = 1 << packBits
/** Columns with more levels are not packed. */
export const mostPackedLevels = 32
/** The largest size of a pack. */
export const mostPackBytes = 1 << 24
/**
 * Rows are packed in blocks. The stride is not a power of two, because all columns would then compete for the
 * same cache lines.
 */
const block = { rows: 4096, stride: 4096 + 80 }
/** Packs are cached up to this many bytes. */
const cacheBytes = 40 << 20

/** A pack in kernel memory: the number of its columns, and the largest number of levels among them. */
export interface Pack {
  readonly address: number
  readonly count: number
  readonly levels: number
}

/**
 * Columns that are consecutive both in the request, from index `from` on, and in the pack, from `lane` on.
 */
export interface LaneRun {
  readonly from: number
  readonly lane: number
  readonly count: number
}

/** Bytes of a pack of columns with at most `levels` levels. */
export function bytesOfPack(rows: number, levels: number): number {
  return padded(rows) * 16 * (levels - 1)
}

/**
 * Packed columns of few levels, cached; see `packed.ts` in assembly/. Columns with too many levels are left
 * out.
 */
export class PackedColumns {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: CodedList
  readonly #rows: number
  readonly #codes: ArenaBlock<Uint8Array>
  readonly #scratch: ArenaBlock<Uint8Array>
  readonly #cacheStart: number
  readonly #cached = new Map<number, Pack>()

  constructor(kernels: Kernels, arena: Arena, columns: CodedList, rows: number) {
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = columns
    this.#rows = rows
    this.#codes = arena.bytes(columnsPerPack * block.stride)
    this.#scratch = arena.bytes(1280)
    this.#cacheStart = arena.top
  }

  /**
   * The packs of the wanted columns, each to be used before the next is requested, and the positions of those
   * columns.
   */
  *packsFor(wanted: Uint32Array): Generator<readonly [Pack, readonly LaneRun[]]> {
    for (let from = 0; from < wanted.length;) {
      const packIndex = packOf(wanted[from])
      let to = from + 1
      while (to < wanted.length && packOf(wanted[to]) === packIndex) to++
      yield [this.#packAt(packIndex), runsOf(wanted, from, to)]
      from = to
    }
  }

  #packAt(packIndex: number): Pack {
    const cached = this.#cached.get(packIndex)
    if (cached) return cached
    if (this.#arena.top - this.#cacheStart > cacheBytes) {
      this.#cached.clear()
      this.#arena.release(this.#cacheStart)
    }
    const pack = this.#buildPack(packIndex * columnsPerPack)
    this.#cached.set(packIndex, pack)
    return pack
  }

  /** Packs the columns from `first` on. */
  #buildPack(first: number): Pack {
    const count = Math.min(columnsPerPack, this.#columns.length - first)
    const columns = Array.from({ length: count }, (_, lane) => columnAt(this.#columns, first + lane))
    const narrow = columns.map(({ codes, count }) =>
      codes instanceof Uint8Array && count <= mostPackedLevels ? codes : null,
    )
    const levels = columns.reduce((most, { count }, lane) => (narrow[lane] ? Math.max(most, count) : most), 1)
    const { address } = this.#arena.bytes(bytesOfPack(this.#rows, levels))
    const codes = this.#codes.address
    for (let row = 0; row < this.#rows; row += block.rows) {
      const rows = Math.min(block.rows, padded(this.#rows - row))
      const { view } = this.#codes
      narrow.forEach((column, lane) => {
        if (column) view.set(column.subarray(row, row + rows), lane * block.stride)
        else view.fill(0, lane * block.stride, lane * block.stride + rows)
      })
      const to = address + bytesOfPack(row, levels)
      this.#kernels.run.packColumns(codes, block.stride, count, rows, levels, to, this.#scratch.address)
    }
    return { address, count, levels }
  }
}

/** The index of a column's pack. */
export function packOf(column: number): number {
  return column >>> packBits
}

/** Splits wanted columns of one pack into consecutive runs. */
function runsOf(wanted: Uint32Array, from: number, to: number): LaneRun[] {
  const runs: LaneRun[] = []
  for (let start = from; start < to;) {
    let end = start + 1
    while (end < to && wanted[end] === wanted[end - 1] + 1) end++
    runs.push({ from: start, lane: wanted[start] % columnsPerPack, count: end - start })
    start = end
  }
  return runs
}
