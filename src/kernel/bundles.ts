import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import type { Kernels } from './kernels.ts'
import { padded } from './room.ts'
import type { Block, Room } from './room.ts'

/** How many columns are in a bundle. */
const bundleBits = 7
export const columnsOfBundle = 1 << bundleBits
/** Columns of more levels are in none. */
export const mostBundledLevels = 32
/** A bundle takes no more bytes. */
export const mostBundleBytes = 1 << 24
/** Rows are packed in blocks of so many; columns of a power of two would all get the same places in a cache. */
const block = { rows: 4096, stride: 4096 + 80 }
/** Bundles stay in the room until they take more bytes than this. */
const keptBytes = 40 << 20

/** A bundle as it lies in the room: how many columns it has, and the most levels that one of them has. */
export interface Bundle {
  readonly address: number
  readonly count: number
  readonly levels: number
}

/** Columns that were asked for one after the other, from a place in the list on, and lie side by side in a bundle too. */
export interface Run {
  readonly from: number
  readonly lane: number
  readonly count: number
}

/** Bytes of a bundle of columns with at most so many levels. */
export function bytesOfBundle(rows: number, levels: number): number {
  return padded(rows) * 16 * (levels - 1)
}

/** Columns of few levels laid out in bundles; see `bundles.ts` in assembly/. Those of too many levels are left out. */
export class Bundles {
  readonly #kernels: Kernels
  readonly #room: Room
  readonly #columns: CodedList
  readonly #rows: number
  readonly #codes: Block<Uint8Array>
  readonly #scratch: Block<Uint8Array>
  readonly #fixed: number
  readonly #kept = new Map<number, Bundle>()

  constructor(kernels: Kernels, room: Room, columns: CodedList, rows: number) {
    this.#kernels = kernels
    this.#room = room
    this.#columns = columns
    this.#rows = rows
    this.#codes = room.bytes(columnsOfBundle * block.stride)
    this.#scratch = room.bytes(1280)
    this.#fixed = room.top
  }

  /** The bundles of the wanted columns, each to be looked at before the next is asked for, and where those lie in it. */
  *holding(wanted: Uint32Array): Generator<readonly [Bundle, readonly Run[]]> {
    for (let from = 0; from < wanted.length;) {
      const number = bundleOf(wanted[from])
      let to = from + 1
      while (to < wanted.length && bundleOf(wanted[to]) === number) to++
      yield [this.#bundle(number), runsOf(wanted, from, to)]
      from = to
    }
  }

  #bundle(number: number): Bundle {
    const known = this.#kept.get(number)
    if (known) return known
    if (this.#room.top - this.#fixed > keptBytes) {
      this.#kept.clear()
      this.#room.release(this.#fixed)
    }
    const bundle = this.#pack(number * columnsOfBundle)
    this.#kept.set(number, bundle)
    return bundle
  }

  /** Packs the columns from one on. */
  #pack(first: number): Bundle {
    const count = Math.min(columnsOfBundle, this.#columns.length - first)
    const columns = Array.from({ length: count }, (_, lane) => columnAt(this.#columns, first + lane))
    const narrow = columns.map(({ codes, count }) =>
      codes instanceof Uint8Array && count <= mostBundledLevels ? codes : null,
    )
    const levels = columns.reduce((most, { count }, lane) => (narrow[lane] ? Math.max(most, count) : most), 1)
    const { address } = this.#room.bytes(bytesOfBundle(this.#rows, levels))
    const codes = this.#codes.address
    for (let row = 0; row < this.#rows; row += block.rows) {
      const rows = Math.min(block.rows, padded(this.#rows - row))
      const { view } = this.#codes
      narrow.forEach((column, lane) => {
        if (column) view.set(column.subarray(row, row + rows), lane * block.stride)
        else view.fill(0, lane * block.stride, lane * block.stride + rows)
      })
      const to = address + bytesOfBundle(row, levels)
      this.#kernels.run.packBundle(codes, block.stride, count, rows, levels, to, this.#scratch.address)
    }
    return { address, count, levels }
  }
}

/** The number of a column's bundle. */
export function bundleOf(column: number): number {
  return column >>> bundleBits
}

/** Wanted columns of one bundle in runs of those that lie side by side. */
function runsOf(wanted: Uint32Array, from: number, to: number): Run[] {
  const runs: Run[] = []
  for (let start = from; start < to;) {
    let end = start + 1
    while (end < to && wanted[end] === wanted[end - 1] + 1) end++
    runs.push({ from: start, lane: wanted[start] % columnsOfBundle, count: end - start })
    start = end
  }
  return runs
}
