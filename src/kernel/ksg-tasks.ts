import { blockRows, blocksOf } from './blocks.ts'
import type { RowSpan } from './blocks.ts'

/** Sets from one up to another, each over some rows; several sets over all rows only. */
export interface KsgTask extends RowSpan {
  readonly firstSet: number
  readonly lastSet: number
}

/** For each set of a task in turn: the sums of its blocks of rows, and how many rows have zero or tied distances. */
export interface KsgPart {
  readonly sums: Float64Array
  readonly zeros: Float64Array
  readonly tied: Float64Array
}

/** For each set, the sums over all rows that count. */
export interface KsgSums {
  readonly n: number
  readonly digammas: Float64Array
  readonly zeros: Float64Array
  readonly tied: Float64Array
}

/** Small sets make tasks of so many milliseconds, a great one is cut into longer ones: all of them begin with its layout. */
const groupCost = 5
const cutCost = 20
/** So few sets are cut by rows, although every thread then lays out each of them. */
const fewSets = 4

/**
 * Cuts the work on sets that need distances in so many dimensions each, over the rows that count: several small sets make
 * a task, a great one makes several.
 */
export function cutMargins(rows: number, dimensions: readonly number[]): { tasks: KsgTask[]; cost: number } {
  const tasks: KsgTask[] = []
  let cost = 0
  let open = 0
  let firstSet = 0
  dimensions.forEach((count, set) => {
    const own = costOf(rows, count)
    cost += own
    open += own
    const lastSet = set + 1
    if (open < groupCost && lastSet < dimensions.length) return
    const isCut = lastSet - firstSet === 1 && (count > 2 || dimensions.length <= fewSets)
    const parts = isCut ? Math.max(1, Math.round(own / cutCost)) : 1
    const step = Math.max(1, Math.ceil(rows / blockRows / parts)) * blockRows
    for (let from = 0; from < Math.max(1, rows); from += step) {
      tasks.push({ firstSet, lastSet, from, to: Math.min(rows, from + step) })
    }
    firstSet = lastSet
    open = 0
  })
  return { tasks, cost }
}

/** Milliseconds for one set, roughly. */
function costOf(rows: number, dimensions: number): number {
  if (dimensions <= 2) return rows * 6e-5 * dimensions
  return rows * (4e-4 * (dimensions - 1) + rows * 6e-8 * (dimensions - 3))
}

/** The parts of all tasks in order. */
export function mergeParts(
  n: number,
  sets: number,
  tasks: readonly KsgTask[],
  parts: readonly KsgPart[],
): KsgSums {
  const digammas = new Float64Array(sets)
  const zeros = new Float64Array(sets)
  const tied = new Float64Array(sets)
  tasks.forEach(({ firstSet, lastSet, from, to }, task) => {
    const blocks = blocksOf({ from, to }).length
    for (let set = firstSet; set < lastSet; set++) {
      const place = set - firstSet
      for (let block = 0; block < blocks; block++) digammas[set] += parts[task].sums[place * blocks + block]
      zeros[set] += parts[task].zeros[place]
      tied[set] += parts[task].tied[place]
    }
  })
  return { n, digammas, zeros, tied }
}
