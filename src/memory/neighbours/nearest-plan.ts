import { blockRows } from '../threads/blocks.ts'
import type { JobBatch } from '../threads/job.ts'
import { sliceSets, widthsOf } from '../threads/sets.ts'
import type { Sets } from '../threads/sets.ts'
import { nearestJob } from './nearest-job.ts'
import type { NearestInput, NearestPart, NearestTask } from './nearest-job.ts'
import { chooseNearestStructure, widthOfRow } from './nearest-search.ts'

/** Approximate milliseconds of a task. */
const taskCost = 15

/** Approximate milliseconds of the neighbours of all rows for one set, on one thread. */
function costOfSet({ rows, k, structure }: NearestInput, columns: number): number {
  const kind = structure ?? chooseNearestStructure(rows, columns)
  const eachRow = (k + 4) * 5e-5
  if (kind === 'line') return rows * eachRow
  if (kind === 'tree') return rows * eachRow * (1 + columns * columns * 0.125)
  return rows * (eachRow + rows * (columns + 5) * 4e-8)
}

/** Splits the search for neighbours in sets of columns into tasks. */
export function nearestBatch(
  input: NearestInput,
  sets: Sets,
): JobBatch<NearestInput, NearestTask, NearestPart> {
  const tasks: NearestTask[] = []
  const { rows } = input
  let cost = 0
  let first = 0
  let pending = 0
  widthsOf(sets).forEach((columns, set) => {
    const ofSet = costOfSet(input, columns)
    cost += ofSet
    if (ofSet > taskCost) {
      flush(set)
      const one = sliceSets(sets, set, set + 1)
      for (const [from, to] of rowRanges(input, ofSet)) tasks.push({ sets: one, from, to })
      first = set + 1
    } else {
      pending += ofSet
      if (pending >= taskCost) flush(set + 1)
    }
  })
  flush(sets.ends.length)
  return { job: nearestJob, input, tasks, count: tasks.length, cost }

  function flush(end: number): void {
    if (end > first) tasks.push({ sets: sliceSets(sets, first, end), from: 0, to: rows })
    first = end
    pending = 0
  }
}

/** Row ranges of the tasks of one set: whole blocks if there are enough, otherwise of equal size. */
function* rowRanges({ rows, wanted }: NearestInput, cost: number): Generator<[from: number, to: number]> {
  const pieces = Math.min(rows, Math.ceil(cost / taskCost))
  const blocks = Math.ceil(rows / blockRows)
  const step =
    wanted.of === 'distances' || pieces <= blocks / 2
      ? Math.max(1, Math.floor(blocks / pieces)) * blockRows
      : Math.ceil(rows / pieces)
  for (let from = 0; from < rows; from += step) yield [from, Math.min(rows, from + step)]
}

/** Sums over all rows, set after set. */
export interface NearestSums {
  /** For place p = 1 … k: Σ (y_i − y_p)². */
  readonly squaredDifferences: Float64Array
  /** For place p = 1 … k: Σ of the squared distances to it. */
  readonly squaredDistances: Float64Array
  /** Σ log(r_k + 2.2·10⁻¹⁶). */
  readonly logDistances: Float64Array
  readonly zeros: Float64Array
  readonly tied: Float64Array
}

/** Merges the parts of a batch in task order. */
export function mergeNearest(input: NearestInput, sets: number, parts: readonly NearestPart[]): NearestSums {
  const width = widthOfRow(input)
  const totals = new Float64Array(sets * width)
  const zeros = new Float64Array(sets)
  const tied = new Float64Array(sets)
  // The sums of a block that is split over parts.
  const block = new Float64Array(width)
  let first = 0
  for (const part of parts) {
    for (let i = 0; i < part.sets; i++) {
      zeros[first + i] += part.zeros[i]
      tied[first + i] += part.tied[i]
    }
    if (part.isSummed) addBlocks(part, totals, first * width, width)
    else {
      for (let row = part.from, at = 0; row < part.to; row++) {
        for (let j = 0; j < width; j++) block[j] += part.numbers[at++]
        if ((row + 1) % blockRows !== 0 && row + 1 !== input.rows) continue
        for (let j = 0; j < width; j++) totals[first * width + j] += block[j]
        block.fill(0)
      }
    }
    if (part.to === input.rows) first += part.sets
  }
  const none = new Float64Array(0)
  if (input.wanted.of === 'distances') {
    return { squaredDifferences: none, squaredDistances: none, logDistances: totals, zeros, tied }
  }
  const half = (from: number) =>
    Float64Array.from({ length: sets * input.k }, (_, i) => {
      const set = Math.floor(i / input.k)
      return totals[set * width + from + (i - set * input.k)]
    })
  return { squaredDifferences: half(0), squaredDistances: half(input.k), logDistances: none, zeros, tied }
}

function addBlocks({ sets, numbers }: NearestPart, totals: Float64Array, to: number, width: number): void {
  const blocks = numbers.length / (sets * width)
  for (let set = 0, at = 0; set < sets; set++, to += width) {
    for (let block = 0; block < blocks; block++) {
      for (let j = 0; j < width; j++) totals[to + j] += numbers[at++]
    }
  }
}
