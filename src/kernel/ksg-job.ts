import { blocksOf } from './blocks.ts'
import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import { sumBetween } from './ksg-between.ts'
import type { KsgGiven, SumSet } from './ksg-given.ts'
import { sharedLevels } from './ksg-levels.ts'
import { cutMargins, mergeParts } from './ksg-tasks.ts'
import type { KsgSums, KsgPart, KsgTask } from './ksg-tasks.ts'
import { sumWithin } from './ksg-within.ts'
import { widthsOf } from './sets.ts'

/** Sums of digamma functions of counts of neighbours: see `margins` and `levels` of the request `nearest`. */
export const ksgJob: Job<KsgGiven, KsgTask, KsgPart> = {
  name: 'ksg',
  open: (kernels, given) => {
    const sumSet = openSums(kernels, given)
    return ({ firstSet, lastSet, from, to }) => {
      const blocks = blocksOf({ from, to }).length
      const sums = new Float64Array((lastSet - firstSet) * blocks)
      const zeros = new Float64Array(lastSet - firstSet)
      const tied = new Float64Array(lastSet - firstSet)
      // No row counts where no two rows share a level.
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

function openSums(kernels: Kernels, given: KsgGiven): SumSet {
  const { wanted } = given
  return wanted.of === 'ksg' ? sumBetween(kernels, given, wanted) : sumWithin(kernels, given, wanted)
}

/** The tasks of a job, and what all of them take on one thread, in milliseconds, roughly. */
export function ksgTasks(given: KsgGiven): { tasks: KsgTask[]; cost: number } {
  const { wanted } = given
  const others = wanted.of === 'ksg' ? wanted.with.length : 0
  const dimensions = widthsOf(given.sets).map((width) => width + others)
  return cutMargins(rowsThatCount(given), dimensions)
}

/** The answer of all tasks. */
export function mergeKsg(given: KsgGiven, tasks: readonly KsgTask[], parts: readonly KsgPart[]): KsgSums {
  return mergeParts(rowsThatCount(given), given.sets.ends.length, tasks, parts)
}

function rowsThatCount({ wanted, rows }: KsgGiven): number {
  return wanted.of === 'ksg' ? rows : sharedLevels(wanted.levels, wanted.count).rows
}
