import type { JobBatch } from './job.ts'
import { nearestJob } from './nearest-job.ts'
import type { NearestGiven, NearestPart, NearestTask } from './nearest-job.ts'
import { blockRows } from './blocks.ts'
import { structureFor } from './nearest-structures.ts'
import { sliceSets, widthsOf } from './sets.ts'
import type { Sets } from './sets.ts'

/** Milliseconds a task is to take, roughly. */
const taskCost = 15

/** What the neighbours of all rows cost for a set, in milliseconds on one thread, roughly. */
function costOfSet({ rows, k, structure }: NearestGiven, columns: number): number {
  const kind = structure ?? structureFor(rows, columns)
  const eachRow = (k + 4) * 5e-5
  if (kind === 'line') return rows * eachRow
  if (kind === 'tree') return rows * eachRow * (1 + columns * columns * 0.125)
  return rows * (eachRow + rows * (columns + 5) * 4e-8)
}

/** The neighbours of sets of columns as work for the pool. */
export function nearestBatch(
  given: NearestGiven,
  sets: Sets,
): JobBatch<NearestGiven, NearestTask, NearestPart> {
  const tasks: NearestTask[] = []
  const { rows } = given
  let cost = 0
  let first = 0
  let pending = 0
  widthsOf(sets).forEach((columns, set) => {
    const ofSet = costOfSet(given, columns)
    cost += ofSet
    if (ofSet > taskCost) {
      flush(set)
      const one = sliceSets(sets, set, set + 1)
      for (const [from, to] of rowRanges(given, ofSet)) tasks.push({ sets: one, from, to })
      first = set + 1
    } else {
      pending += ofSet
      if (pending >= taskCost) flush(set + 1)
    }
  })
  flush(sets.ends.length)
  return { job: nearestJob, given, tasks, count: tasks.length, cost }

  function flush(end: number): void {
    if (end > first) tasks.push({ sets: sliceSets(sets, first, end), from: 0, to: rows })
    first = end
    pending = 0
  }
}

/** Rows of some tasks of one set: whole blocks where there are many, and else of equal size. */
function* rowRanges({ rows, wanted }: NearestGiven, cost: number): Generator<[from: number, to: number]> {
  const pieces = Math.min(rows, Math.ceil(cost / taskCost))
  const blocks = Math.ceil(rows / blockRows)
  const step =
    wanted.of === 'distances' || pieces <= blocks / 2
      ? Math.max(1, Math.floor(blocks / pieces)) * blockRows
      : Math.ceil(rows / pieces)
  for (let from = 0; from < rows; from += step) yield [from, Math.min(rows, from + step)]
}
