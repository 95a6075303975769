import { padded } from '../threads/arena.ts'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnAt } from './coded-list.ts'
import type { ArenaColumn, CodedList } from './coded-list.ts'

/** Columns of few levels, the rows that count, and tables of count·log₂ count. */
export interface PackedInput {
  readonly columns: CodedList
  readonly rows: Uint32Array
  readonly high: Float64Array
  readonly low: Float64Array
}

/** Counts each of several columns with `first`, and with `first` and `by`; null for no column. */
export interface PackedTask {
  readonly first: number | null
  readonly by: number | null
  readonly lasts: Uint32Array
}

/**
 * For each column six numbers: the high and low part of Σ count·log₂ count and the number of non-empty cells,
 * with `first` alone and with both; the latter are undefined if `by` has only one level. Counts that are not
 * in the tables are left out and listed in `untabled`, two numbers each: the index of the three sums, and the
 * count.
 */
interface PackedPart {
  readonly sums: Float64Array
  readonly untabled: Uint32Array
}

/** Numbers for each column in a part. */
export const sumsOfColumn = 6
/** The most combinations of levels of the other columns. */
export const mostGroups = 128

/** Entropy sums of columns of few levels, many columns at once. */
export const packedJob: Job<PackedInput, PackedTask, PackedPart> = {
  name: 'packed',
  open: (kernels, input) => {
    const { columns, rows, high, low } = input
    const every: ArenaColumn = {
      codes: new Uint8Array(columnAt(columns, 0).codes.length),
      count: 1,
      hasMissing: false,
    }
    const tabled = high.length
    const arena = kernels.arena()
    const sorted = arena.integers(rows.length)
    const sizes = arena.integers(mostGroups)
    const cells = arena.integers(2 * mostGroups * mostPackedLevels * columnsPerPack)
    const bytes = arena.bytes(columnsPerPack)
    const table = arena.numbers(2 * tabled)
    const sums = arena.numbers(columnsPerPack * sumsOfColumn)
    const untabled = arena.integers(4 * columnsPerPack * Math.floor(rows.length / tabled))
    // See `PackedCounting` in assembly/.
    const counting = arena.record(
      ...[every.codes.length, rows.length, sorted.address, sizes.address, cells.address, bytes.address],
      ...[table.address, tabled, sums.address, untabled.address],
    )
    fillTable(table.view, high, low)
    const packs = new PackedColumns(kernels, arena, columns, every.codes.length)
    let sortedBy: Pick<PackedTask, 'first' | 'by'> | null = null

    return ({ first, by, lasts }) => {
      const outer = first === null ? every : columnAt(columns, first)
      const inner = by === null ? every : columnAt(columns, by)
      if (sortedBy?.first !== first || sortedBy.by !== by) sortRows(outer, inner)
      sortedBy = { first, by }
      const all = new Float64Array(lasts.length * sumsOfColumn)
      const untabledPairs: number[] = []
      for (const [pack, runs] of packs.packsFor(lasts)) {
        const untabledCount = kernels.run.packedEntropies(
          counting,
          outer.count,
          inner.count,
          pack.address,
          pack.count,
          pack.levels,
        )
        for (const { from, lane, count } of runs) {
          const found = sums.view.subarray(lane * sumsOfColumn, (lane + count) * sumsOfColumn)
          all.set(found, from * sumsOfColumn)
          for (let i = 0; i < 2 * untabledCount; i += 2) {
            const [place, rows] = untabled.view.subarray(i, i + 2)
            const of = place - 2 * lane
            if (of >= 0 && of < 2 * count) untabledPairs.push(2 * from + of, rows)
          }
        }
      }
      return { sums: all, untabled: Uint32Array.from(untabledPairs) }
    }

    /** Sorts the rows by their levels. */
    function sortRows(outer: ArenaColumn, inner: ArenaColumn): void {
      const groups = outer.count * inner.count
      const groupOf = (row: number) => outer.codes[row] * inner.count + inner.codes[row]
      const counts = sizes.view.subarray(0, groups).fill(0)
      for (const row of rows) counts[groupOf(row)]++
      const next = new Uint32Array(groups)
      for (let group = 1; group < groups; group++) next[group] = next[group - 1] + counts[group - 1]
      const { view } = sorted
      for (const row of rows) view[next[groupOf(row)]++] = row
    }
  },
}

/** Interleaves high and low parts; see `table` of `PackedCounting` in assembly/. */
function fillTable(table: Float64Array, high: Float64Array, low: Float64Array): void {
  for (let count = 0; count < high.length; count++) {
    table[2 * count] = high[count]
    table[2 * count + 1] = low[count]
  }
}

/** The columns of a pack. */
const packBits = 7
const columnsPerPack = 1 << packBits
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
interface Pack {
  readonly address: number
  readonly count: number
  readonly levels: number
}

/**
 * Columns that are consecutive both in the request, from index `from` on, and in the pack, from `lane` on.
 */
interface LaneRun {
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
class PackedColumns {
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
