import { blockRows } from '../threads/blocks.ts'
import type { JobBatch } from '../threads/job.ts'
import { sliceSets, widthsOf } from '../threads/sets.ts'
import type { Sets } from '../threads/sets.ts'
import { nearestJob } from './nearest-job.ts'
import type { NearestInput, NearestPart, NearestTask } from './nearest-job.ts'
import { chooseNearestStructure } from './nearest-structures.ts'

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
