import type { DistanceMetric } from '#core'
import { blockRows } from '../threads/blocks.ts'
import type { Job } from '../threads/job.ts'
import { columnsOf } from '../threads/sets.ts'
import type { Sets } from '../threads/sets.ts'
import {
  atZero,
  chooseNearestStructure,
  copyColumns,
  openSearch,
  structures,
  tiedAtLast,
  widthOfRow,
} from './nearest-search.ts'
import type { Find, NearestStructure } from './nearest-search.ts'
import type { Origins } from './rounding.ts'

/** Numeric columns, and the statistics wanted of the neighbours of each row. */
export interface NearestInput {
  readonly rows: number
  /** Finite numbers. */
  readonly columns: readonly Float64Array[]
  /** Where distances that differ by rounding only are equal; without it, only the same distances are. */
  readonly origins?: Origins | undefined
  /** At least 1 and less than the number of rows. */
  readonly k: number
  readonly metric: DistanceMetric
  readonly wanted:
    | { readonly of: 'differences'; readonly target: Float64Array; readonly ties: 'shared' | 'first' }
    | { readonly of: 'distances' }
  /** The search structure; chosen by cost by default. `line` only for sets of one column. */
  readonly structure?: NearestStructure
}

/** Some sets, and the rows whose neighbours are wanted: all rows, unless there is one set. */
export interface NearestTask {
  readonly sets: Sets
  readonly from: number
  readonly to: number
}

/** The results of a task, set after set. */
export interface NearestPart {
  readonly sets: number
  readonly from: number
  readonly to: number
  /** For whole blocks of rows their sums, block by block; otherwise the numbers of each row. */
  readonly numbers: Float64Array
  readonly isSummed: boolean
  /** Rows whose k-th neighbour is at distance 0. */
  readonly zeros: Float64Array
  /** Rows with more than k others within the k-th distance. */
  readonly tied: Float64Array
}

/** Sums over the exact k nearest neighbours of each row, for sets of columns. */
export const nearestJob: Job<NearestInput, NearestTask, NearestPart> = {
  name: 'nearest',
  open: (kernels, input) => {
    const { rows } = input
    const { run } = kernels
    const arena = kernels.arena()
    const width = widthOfRow(input)
    const search = openSearch(kernels, arena, input)
    const sums = arena.numbers(Math.max(2, width))
    const top = arena.top
    let opened: { readonly set: readonly number[]; readonly find: Find } | null = null

    return ({ sets, from, to }) => {
      const isSummed = isWhole(input, from, to)
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
            search.setRange(first, first + count)
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
      const setColumns = copyColumns(
        arena,
        set.map((column) => input.columns[column]),
        rows,
      )
      search.setColumns(set, setColumns)
      const structure = input.structure ?? chooseNearestStructure(rows, setColumns.count)
      opened = { set, find: structures[structure](kernels, arena, setColumns, input) }
      return opened.find
    }

    function startSums(): void {
      if (input.wanted.of === 'distances') run.startLogSum(sums.address)
      else sums.view.fill(0)
    }

    function add(count: number): void {
      if (input.wanted.of === 'distances') run.addLogs(search.values.address, count, sums.address)
      else run.addRows(search.values.address, count, width, sums.address)
    }

    function finish(numbers: Float64Array, at: number): number {
      if (input.wanted.of === 'distances') numbers[at] = run.finishLogSum(sums.address)
      else numbers.set(sums.view.subarray(0, width), at)
      return at + width
    }
  },
}

/** Whether a range consists of whole blocks, which one task can sum. */
function isWhole({ rows }: NearestInput, from: number, to: number): boolean {
  return from % blockRows === 0 && (to % blockRows === 0 || to === rows)
}
