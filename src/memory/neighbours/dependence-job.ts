import type { Job } from '../threads/job.ts'
import { levelDistances } from './centred-distances.ts'
import { completeRows, readCodes, readRows } from './dependence-columns.ts'
import { sorter } from './sorted-numbers.ts'
import type { DependenceColumn, DependenceInput } from './dependence-columns.ts'
import type { Sorted } from './sorted-numbers.ts'
import { distancesOfNumbers, distanceSums, orderedTarget } from './distance-sums.ts'
import type { DistanceSums } from './distance-sums.ts'
import { rankedTarget, sumOfJumps } from './rank-jumps.ts'

/** The columns, and what is measured. */
export interface MeasuredDependence extends DependenceInput {
  readonly measure: 'xi' | 'distance'
  readonly unbiased: boolean
  readonly seed: number
}

/** Columns that are missing in the same rows. */
export interface DependenceTask {
  readonly mask: number
  readonly columns: readonly number[]
}

/** What the rows of each column sum to: `n`, `joint`, `column`, `target` and `variance` of its dependence. */
type DependencePart = readonly (readonly [number, number, number, number, number])[]

/** Measures columns against the target, by ranks or by distances: n log n each. */
export const dependenceJob: Job<MeasuredDependence, DependenceTask, DependencePart> = {
  name: 'dependence',
  open: (kernels, input) => {
    const sort = sorter(kernels, kernels.arena(), input.rows)
    let opened: { readonly mask: number; readonly rows: OpenedRows } | null = null

    return ({ mask, columns }) => {
      if (opened?.mask !== mask) opened = { mask, rows: openRows(completeRows(input, mask)) }
      const { places, count, measure } = opened.rows
      return columns.map((column) => {
        if (count === 0) return [0, NaN, NaN, NaN, NaN]
        const { joint, column: own, target, variance = NaN } = measure(input.columns[column], places)
        return [count, joint, own, target, variance]
      })
    }

    /** Puts some rows in the order of a numeric target, and prepares the target. */
    function openRows(complete: Int32Array | null): OpenedRows {
      const count = complete?.length ?? input.rows
      const { target, measure, unbiased, seed } = input
      if ('codes' in target) {
        const distances = levelDistances(readCodes(target, complete, count), target.count, unbiased)
        const measured: Measure = (column, places) =>
          distanceSums(distancesOf(column, places, count), distances, unbiased)
        return { places: complete, count, measure: measured }
      }
      const { sorted, order } = sort(count, (values) => readRows(target, complete, values))
      const places = Int32Array.from(order, (place) => (complete ? complete[place] : place))
      if (measure === 'xi') {
        const { upTo, spread, variance } = rankedTarget(sorted)
        return {
          places,
          count,
          measure: (column) => {
            const sortedColumn = sortColumn(column, places, count)
            const isConstant = sortedColumn.sorted[0] === sortedColumn.sorted[count - 1]
            const joint = sumOfJumps(sortedColumn, upTo, seed)
            return { joint, column: isConstant ? 0 : NaN, target: spread, variance }
          },
        }
      }
      const distances = orderedTarget(sorted, unbiased)
      return {
        places,
        count,
        measure: (column) => distanceSums(distancesOf(column, places, count), distances, unbiased),
      }
    }

    function distancesOf(column: DependenceColumn, places: Int32Array | null, count: number) {
      return 'codes' in column
        ? levelDistances(readCodes(column, places, count), column.count, input.unbiased)
        : distancesOfNumbers(sortColumn(column, places, count), input.unbiased)
    }

    function sortColumn(column: DependenceColumn, places: Int32Array | null, count: number): Sorted {
      return sort(count, (values) => readRows(column, places, values))
    }
  },
}

type Measure = (
  column: DependenceColumn,
  places: Int32Array | null,
) => DistanceSums & { readonly variance?: number }

interface OpenedRows {
  /** The row at each place; `null` for all rows in their order. */
  readonly places: Int32Array | null
  readonly count: number
  readonly measure: Measure
}
