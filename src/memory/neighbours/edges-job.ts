import type { Job } from '../threads/job.ts'
import { layOutRuns, RowDistances } from './row-space.ts'
import type { RowSpace } from './row-space.ts'

interface EdgesInput {
  readonly space: RowSpace
}

/** Edges of some rows to others, and the weight of each; null where each counts once. */
export interface EdgesTask {
  readonly of: readonly number[]
  /** Where the edges of each row start, and the number of all. */
  readonly starts: Uint32Array
  readonly rows: Uint32Array
  readonly weights: Float64Array | null
}

/** For each column the sum of its squared differences over edges, weighed. */
export const edgesJob: Job<EdgesInput, EdgesTask, Float64Array> = {
  name: 'edges',
  open: (kernels, { space }) => {
    const arena = kernels.arena()
    const distances = new RowDistances(kernels, arena, space)
    const top = arena.top
    return ({ of, starts, rows, weights }) => {
      arena.release(top)
      const sums = arena.numbers(space.columns.length)
      sums.view.fill(0)
      const runs = of.map((row, i) => ({
        row,
        rows: rows.subarray(starts[i], starts[i + 1]),
        weights: weights?.subarray(starts[i], starts[i + 1]) ?? null,
      }))
      const { address, length } = layOutRuns(arena, runs, sums.address)
      distances.addNeighbours(address, length)
      return sums.view.slice()
    }
  },
}
