import type { Job } from '../threads/job.ts'
import { MomentsArena, readColumn } from './moments-arena.ts'
import type { MomentsInput, MomentsPart, NumericValues } from './moments-arena.ts'

/** Members that share all variables but the last. */
export interface MomentsTask {
  readonly base: readonly NumericValues[]
  readonly each: readonly NumericValues[]
}

/** Means and centred co-moments of sets of columns, over the rows complete in the set. */
export const momentsJob: Job<MomentsInput, MomentsTask, MomentsPart> = {
  name: 'moments',
  open: (kernels, input) => {
    const arena = new MomentsArena(kernels, kernels.arena(), input)
    return ({ base, each }) =>
      arena.momentsOf(each.length, [
        {
          base: base.map(readColumn),
          masks: base.flatMap(({ missing }) => missing ?? []),
          each: each.map((column, place) => ({ read: readColumn(column), missing: column.missing, place })),
        },
      ])
  },
}
