import { blocksOf } from '../kernel/blocks.ts'
import type { Job } from '../kernel/job.ts'
import type { Kernels } from '../kernel/kernels.ts'
import { widthsOf } from '../kernel/sets.ts'
import { sumBetween } from './ksg-between.ts'
import type { KsgInput, SumSet } from './ksg-input.ts'
import { sharedLevels } from './ksg-levels.ts'
import { cutKsgTasks, mergeKsgParts } from './ksg-tasks.ts'
import type { KsgPart, KsgSums, KsgTask } from './ksg-tasks.ts'
import { sumWithin } from './ksg-within.ts'

/** Sums of digamma functions of neighbour counts: see `ksg` and `levels` of the request `nearest`. */
export const ksgJob: Job<KsgInput, KsgTask, KsgPart> = {
  name: 'ksg',
  open: (kernels, input) => {
    const sumSet = openSums(kernels, input)
    return ({ firstSet, lastSet, from, to }) => {
      const blocks = blocksOf({ from, to }).length
      const sums = new Float64Array((lastSet - firstSet) * blocks)
      const zeros = new Float64Array(lastSet - firstSet)
      const tied = new Float64Array(lastSet - firstSet)
      // There are no rows if no two rows share a level.
      for (let set = firstSet; set < lastSet && to > from; set++) {
        const place = set - firstSet
        const summed = sumSet(set, { from, to })
        sums.set(summed.sums, place * blocks)
        zeros[place] = summed.zeros
        tied[place] = summed.tied
      }
      return { sums, zeros, tied }
    }
  },
}

function openSums(kernels: Kernels, input: KsgInput): SumSet {
  const { wanted } = input
  return wanted.of === 'ksg' ? sumBetween(kernels, input, wanted) : sumWithin(kernels, input, wanted)
}

/** The tasks of a job, and their approximate cost in milliseconds on one thread. */
export function ksgTasks(input: KsgInput): { tasks: KsgTask[]; cost: number } {
  const { wanted } = input
  const others = wanted.of === 'ksg' ? wanted.with.length : 0
  const dimensions = widthsOf(input.sets).map((width) => width + others)
  return cutKsgTasks(rowsThatCount(input), dimensions)
}

/** Merges the parts of all tasks. */
export function mergeKsg(input: KsgInput, tasks: readonly KsgTask[], parts: readonly KsgPart[]): KsgSums {
  return mergeKsgParts(rowsThatCount(input), input.sets.ends.length, tasks, parts)
}

function rowsThatCount({ wanted, rows }: KsgInput): number {
  return wanted.of === 'ksg' ? rows : sharedLevels(wanted.levels, wanted.count).rows
}
