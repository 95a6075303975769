import { blockRows, blocksOf } from '../kernel/blocks.ts'
import type { RowSpan } from '../kernel/blocks.ts'

/** A range of sets over a range of rows; several sets only over all rows. */
export interface KsgTask extends RowSpan {
  readonly firstSet: number
  readonly lastSet: number
}

/** For each set of a task: the sums of its blocks of rows, and the numbers of rows with zero and tied distances. */
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

/**
 * Approximate milliseconds of a task of several small sets, and of a part of a large set; the latter is longer because
 * each part stores the points again.
 */
const groupCost = 5
const cutCost = 20
/** Up to this number, sets are split by rows even if every thread must store each of them. */
const fewSets = 4

/**
 * Splits the work on sets with these numbers of dimensions: several small sets make one task, a large one makes
 * several.
 */
export function cutKsgTasks(rows: number, dimensions: readonly number[]): { tasks: KsgTask[]; cost: number } {
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

/** Approximate milliseconds of one set. */
function costOf(rows: number, dimensions: number): number {
  if (dimensions <= 2) return rows * 6e-5 * dimensions
  return rows * (4e-4 * (dimensions - 1) + rows * 6e-8 * (dimensions - 3))
}

/** Merges the parts of all tasks in order. */
export function mergeKsgParts(
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
