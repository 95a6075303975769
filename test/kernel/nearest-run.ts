import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { nearestJob } from '../../dist/src/memory/neighbours/nearest-job.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import { mergeNearest, nearestBatch } from '../../dist/src/memory/neighbours/nearest-plan.js'
import type { NearestSums } from '../../dist/src/memory/neighbours/nearest-plan.js'
import type { NearestStructure } from '../../dist/src/memory/neighbours/nearest-search.js'
import type { Sets } from '../../dist/src/memory/threads/sets.js'

export function setsOf(sets: readonly (readonly number[])[]): Sets {
  let end = 0
  return {
    columns: Uint32Array.from(sets.flat()),
    ends: Uint32Array.from(sets, (set) => (end += set.length)),
  }
}

/** Runs a batch task by task on one instance of the kernels; `cuts` splits the rows of each set into tasks. */
export function findNearest(
  kernels: Kernels,
  input: NearestInput,
  sets: readonly (readonly number[])[],
  cuts: readonly number[] = [],
): NearestSums {
  const work = nearestJob.open(kernels, input)
  const ends = [...cuts, input.rows]
  const tasks =
    cuts.length === 0
      ? [...nearestBatch(input, setsOf(sets)).tasks]
      : sets.flatMap((set) =>
          ends.map((to, i) => ({ sets: setsOf([set]), from: i === 0 ? 0 : ends[i - 1], to })),
        )
  return mergeNearest(input, sets.length, tasks.map(work))
}

/** The structures for sets of a number of columns. */
export function structuresFor(columns: number): readonly NearestStructure[] {
  return columns <= 1 ? ['line', 'tree', 'all'] : ['tree', 'all']
}
