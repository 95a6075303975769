import type { Job } from '../threads/job.ts'
import type { ArenaColumn } from './coded-list.ts'
import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import { columnsPerPack, mostPackedLevels, PackedColumns } from './packed-columns.ts'

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
export interface PackedPart {
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
