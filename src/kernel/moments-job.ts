import type { Job } from './job.ts'
import { MomentsRoom, readColumn } from './moments-room.ts'
import type { MomentsGiven, MomentsPart, Numbers } from './moments-room.ts'

/** Members that share all variables but the last. */
export interface MomentsTask {
  readonly base: readonly Numbers[]
  readonly each: readonly Numbers[]
}

/** Means and centred co-moments of sets of columns, over the rows complete in the set. */
export const momentsJob: Job<MomentsGiven, MomentsTask, MomentsPart> = {
  name: 'moments',
  open: (kernels, given) => {
    const room = new MomentsRoom(kernels, kernels.room(), given)
    return ({ base, each }) =>
      room.momentsOf(each.length, [
        {
          base: base.map(readColumn),
          masks: base.flatMap(({ missing }) => missing ?? []),
          each: each.map((column, place) => ({ read: readColumn(column), missing: column.missing, place })),
        },
      ])
  },
}
