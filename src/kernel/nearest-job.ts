import type { Job } from './job.ts'
import { blockRows } from './blocks.ts'
import { atZero, layColumns, openSearch, tiedAtLast, widthOfRow } from './nearest-search.ts'
import type { Find, DistanceMetric } from './nearest-search.ts'
import { structureFor, structures } from './nearest-structures.ts'
import type { NearestStructure } from './nearest-structures.ts'
import { columnsOf } from './sets.ts'
import type { Sets } from './sets.ts'

/** Numeric columns, and what is to be summed of the neighbours of each row. */
export interface NearestGiven {
  readonly rows: number
  /** Finite numbers. */
  readonly columns: readonly Float64Array[]
  /** At least 1 and fewer than the rows. */
  readonly k: number
  readonly metric: DistanceMetric
  readonly wanted:
    | { readonly of: 'differences'; readonly target: Float64Array; readonly ties: 'shared' | 'first' }
    | { readonly of: 'distances' }
  /** How neighbours are found; chosen by cost if not given. A line serves sets of one column only. */
  readonly structure?: NearestStructure
}

/** Some sets, and the rows whose neighbours are looked for: all, unless there is one set alone. */
export interface NearestTask {
  readonly sets: Sets
  readonly from: number
  readonly to: number
}

/** What a task found, set after set. */
export interface NearestPart {
  readonly sets: number
  readonly from: number
  readonly to: number
  /** Of whole blocks of rows the sums, block after block; of other rows the numbers of each row. */
  readonly numbers: Float64Array
  readonly isSummed: boolean
  /** Rows whose k-th neighbour lies at distance 0. */
  readonly zeros: Float64Array
  /** Rows of which more than k neighbours lie within the k-th distance. */
  readonly tied: Float64Array
}

/** Sums over the exact k nearest neighbours of each row, for sets of columns. */
export const nearestJob: Job<NearestGiven, NearestTask, NearestPart> = {
  name: 'nearest',
  open: (kernels, given) => {
    const { rows } = given
    const { run } = kernels
    const arena = kernels.arena()
    const width = widthOfRow(given)
    const search = openSearch(arena, given)
    const sums = arena.numbers(Math.max(2, width))
    const top = arena.top
    let opened: { readonly set: readonly number[]; readonly find: Find } | null = null

    return ({ sets, from, to }) => {
      const isSummed = isWhole(given, from, to)
      const length = width * (isSummed ? Math.ceil((to - from) / blockRows) : to - from)
      const numbers = new Float64Array(sets.ends.length * length)
      const zeros = new Float64Array(sets.ends.length)
      const tied = new Float64Array(sets.ends.length)
      for (let set = 0; set < sets.ends.length; set++) {
        const find = open(columnsOf(sets, set))
        let at = set * length
        for (let start = from; start < to;) {
          const end = Math.min(to, start - (start % blockRows) + blockRows)
          startSums()
          for (let first = start; first < end; first += search.mostRows) {
            const count = Math.min(search.mostRows, end - first)
            search.findRange(first, first + count)
            find(search)
            zeros[set] += run.countMarks(search.marks.address, count, atZero)
            tied[set] += run.countMarks(search.marks.address, count, tiedAtLast)
            if (isSummed) add(count)
            else numbers.set(search.values.view.subarray(0, count * width), at)
            if (!isSummed) at += count * width
          }
          if (isSummed) at = finish(numbers, at)
          start = end
        }
      }
      return { sets: sets.ends.length, from, to, numbers, isSummed, zeros, tied }
    }

    function open(set: readonly number[]): Find {
      if (opened?.set.length === set.length && opened.set.every((column, i) => column === set[i])) {
        return opened.find
      }
      opened = null
      arena.release(top)
      const laid = layColumns(
        arena,
        set.map((column) => given.columns[column]),
        rows,
      )
      const structure = given.structure ?? structureFor(rows, laid.count)
      opened = { set, find: structures[structure](kernels, arena, laid, given) }
      return opened.find
    }

    function startSums(): void {
      if (given.wanted.of === 'distances') run.startLogSum(sums.address)
      else sums.view.fill(0)
    }

    function add(count: number): void {
      if (given.wanted.of === 'distances') run.addLogs(search.values.address, count, sums.address)
      else run.addRows(search.values.address, count, width, sums.address)
    }

    function finish(numbers: Float64Array, at: number): number {
      if (given.wanted.of === 'distances') numbers[at] = run.finishLogSum(sums.address)
      else numbers.set(sums.view.subarray(0, width), at)
      return at + width
    }
  },
}

/** Whether rows are whole blocks, whose numbers can be summed by one task. */
function isWhole({ rows }: NearestGiven, from: number, to: number): boolean {
  return from % blockRows === 0 && (to % blockRows === 0 || to === rows)
}
