import { PackedColumns, columnsPerPack, mostPackedLevels } from './packed-columns.ts'
import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import type { ArenaColumn } from './coded-arena.ts'
import type { Job } from './job.ts'

/** Columns of few levels, the rows that count, and the tables of count·log₂ count. */
export interface PackedGiven {
  readonly columns: CodedList
  readonly rows: Uint32Array
  readonly high: Float64Array
  readonly low: Float64Array
}

/** Each of several columns with `first`, and with `first` and `by`; null: with no other. */
export interface PackedTask {
  readonly first: number | null
  readonly by: number | null
  readonly lasts: Uint32Array
}

/**
 * For each column six numbers: the high and low part of Σ count·log₂ count and the occupied cells, with `first` alone and
 * with both; with both they mean nothing where `by` has one level alone. Counts beyond the tables are missing there and
 * stand in `rest`, two numbers each: the place of the three sums among all, and the count.
 */
export interface PackedPart {
  readonly sums: Float64Array
  readonly rest: Uint32Array
}

/** Numbers for each column in a part. */
export const sumsOfColumn = 6
/** Columns are counted with others of no more levels together. */
export const mostGroups = 128

/** Entropy sums of columns of few levels, many columns at once. */
export const packedJob: Job<PackedGiven, PackedTask, PackedPart> = {
  name: 'bundles',
  open: (kernels, given) => {
    const { columns, rows, high, low } = given
    const every: ArenaColumn = {
      codes: new Uint8Array(columnAt(columns, 0).codes.length),
      count: 1,
      hasHoles: false,
    }
    const tabled = high.length
    const arena = kernels.arena()
    const sorted = arena.integers(rows.length)
    const sizes = arena.integers(mostGroups)
    const cells = arena.integers(2 * mostGroups * mostPackedLevels * columnsPerPack)
    const bytes = arena.bytes(columnsPerPack)
    const table = arena.numbers(2 * tabled)
    const sums = arena.numbers(columnsPerPack * sumsOfColumn)
    const rest = arena.integers(4 * columnsPerPack * Math.floor(rows.length / tabled))
    // See `Bundling` in assembly/.
    const bundling = arena.record(
      ...[every.codes.length, rows.length, sorted.address, sizes.address, cells.address, bytes.address],
      ...[table.address, tabled, sums.address, rest.address],
    )
    fillTable(table.view, high, low)
    const bundles = new PackedColumns(kernels, arena, columns, every.codes.length)
    let sortedBy: Pick<PackedTask, 'first' | 'by'> | null = null

    return ({ first, by, lasts }) => {
      const outer = first === null ? every : columnAt(columns, first)
      const inner = by === null ? every : columnAt(columns, by)
      if (sortedBy?.first !== first || sortedBy.by !== by) sortRows(outer, inner)
      sortedBy = { first, by }
      const all = new Float64Array(lasts.length * sumsOfColumn)
      const left: number[] = []
      for (const [bundle, runs] of bundles.holding(lasts)) {
        const over = kernels.run.packedEntropies(
          bundling,
          outer.count,
          inner.count,
          bundle.address,
          bundle.count,
          bundle.levels,
        )
        for (const { from, lane, count } of runs) {
          const found = sums.view.subarray(lane * sumsOfColumn, (lane + count) * sumsOfColumn)
          all.set(found, from * sumsOfColumn)
          for (let i = 0; i < 2 * over; i += 2) {
            const [place, rows] = rest.view.subarray(i, i + 2)
            const of = place - 2 * lane
            if (of >= 0 && of < 2 * count) left.push(2 * from + of, rows)
          }
        }
      }
      return { sums: all, rest: Uint32Array.from(left) }
    }

    /** Sorts the rows, those of the same levels together. */
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

/** Writes what is summed of each count; see `table` of `Bundling` in assembly/. */
function fillTable(table: Float64Array, high: Float64Array, low: Float64Array): void {
  for (let count = 0; count < high.length; count++) {
    table[2 * count] = high[count]
    table[2 * count + 1] = low[count]
  }
}
