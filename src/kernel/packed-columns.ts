import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import type { Kernels } from './kernels.ts'
import { padded } from './arena.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** How many columns are in a bundle. */
const packBits = 7
export const columnsPerPack = 1 << packBits
/** Columns of more levels are in none. */
export const mostPackedLevels = 32
/** A bundle takes no more bytes. */
export const mostPackBytes = 1 << 24
/** Rows are packed in blocks of so many; columns of a power of two would all get the same places in a cache. */
const block = { rows: 4096, stride: 4096 + 80 }
/** Bundles stay in the room until they take more bytes than this. */
const keptBytes = 40 << 20

/** A bundle as it lies in the room: how many columns it has, and the most levels that one of them has. */
export interface Pack {
  readonly address: number
  readonly count: number
  readonly levels: number
}

/** Columns that were asked for one after the other, from a place in the list on, and lie side by side in a bundle too. */
export interface LaneRun {
  readonly from: number
  readonly lane: number
  readonly count: number
}

/** Bytes of a bundle of columns with at most so many levels. */
export function bytesOfPack(rows: number, levels: number): number {
  return padded(rows) * 16 * (levels - 1)
}

/** Columns of few levels laid out in bundles; see `bundles.ts` in assembly/. Those of too many levels are left out. */
export class PackedColumns {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: CodedList
  readonly #rows: number
  readonly #codes: ArenaBlock<Uint8Array>
  readonly #scratch: ArenaBlock<Uint8Array>
  readonly #fixed: number
  readonly #kept = new Map<number, Pack>()

  constructor(kernels: Kernels, arena: Arena, columns: CodedList, rows: number) {
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = columns
    this.#rows = rows
    this.#codes = arena.bytes(columnsPerPack * block.stride)
    this.#scratch = arena.bytes(1280)
    this.#fixed = arena.top
  }

  /** The bundles of the wanted columns, each to be looked at before the next is asked for, and where those lie in it. */
  *holding(wanted: Uint32Array): Generator<readonly [Pack, readonly LaneRun[]]> {
    for (let from = 0; from < wanted.length;) {
      const number = packOf(wanted[from])
      let to = from + 1
      while (to < wanted.length && packOf(wanted[to]) === number) to++
      yield [this.#pack_(number), runsOf(wanted, from, to)]
      from = to
    }
  }

  #pack_(number: number): Pack {
    const known = this.#kept.get(number)
    if (known) return known
    if (this.#arena.top - this.#fixed > keptBytes) {
      this.#kept.clear()
      this.#arena.release(this.#fixed)
    }
    const bundle = this.#pack(number * columnsPerPack)
    this.#kept.set(number, bundle)
    return bundle
  }

  /** Packs the columns from one on. */
  #pack(first: number): Pack {
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

/** The number of a column's bundle. */
export function packOf(column: number): number {
  return column >>> packBits
}

/** Wanted columns of one bundle in runs of those that lie side by side. */
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
