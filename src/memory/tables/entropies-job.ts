import { concatenate } from '../threads/concatenate.ts'
import type { Job } from '../threads/job.ts'
import { countSets, mostInRun, runsOf } from '../threads/sets.ts'
import type { SetRun, Sets } from '../threads/sets.ts'
import { CodedArena } from './coded-arena.ts'
import type { CodedInput } from './coded-arena.ts'

/** Coded columns, and tables of count·log₂ count split into a high and a low part. */
export interface EntropiesInput extends CodedInput {
  readonly high: Float64Array
  readonly low: Float64Array
}

/**
 * For each set five numbers: n, the high and low part of Σ count·log₂ count, the number of non-empty cells,
 * and the number of counts that are not in the tables. `untabled` lists those counts, set after set.
 */
export interface EntropiesPart {
  readonly sums: Float64Array
  readonly untabled: Float64Array
}

/** Numbers for each set in a part. */
export const sumsOfSet = 5
/** The most counts that one call may leave in `untabled`. */
const mostUntabled = 1 << 20

/** Counts sets of coded columns and sums count·log₂ count over their cells. */
export const entropiesJob: Job<EntropiesInput, Sets | SetRun, EntropiesPart> = {
  name: 'entropies',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const weights = input.weights && arena.copyOf(input.weights)
    const high = arena.copyOf(input.high)
    const low = arena.copyOf(input.low)
    const untabledPerSet = input.weights ? input.rows : Math.floor(input.rows / input.high.length)
    const mostInCall = Math.max(1, Math.min(mostInRun, Math.floor(mostUntabled / untabledPerSet)))
    const others = arena.integers(mostInCall)
    const sums = arena.numbers(mostInCall * sumsOfSet)
    const untabled = arena.numbers(mostInCall * untabledPerSet)
    // See `Counting` in assembly/. Allocated before the columns, because clearing their cache frees what
    // follows.
    const record = arena.integers(9)
    const counting = record.address
    const coded = new CodedArena(kernels, arena, input, 'occurring')
    record.view.set([
      ...[input.rows, coded.stride, weights?.address ?? 0, coded.cells.address],
      ...[high.address, low.address, input.high.length, sums.address, untabled.address],
    ])

    return (sets) => {
      const all = new Float64Array(countSets(sets) * sumsOfSet)
      const untabledParts: Float64Array[] = []
      let set = 0
      for (const { first, lasts } of runsOf(sets)) {
        for (let from = 0; from < lasts.length;) {
          const counted = countRun(first, lasts, from)
          all.set(sums.view.subarray(0, counted.sets * sumsOfSet), set * sumsOfSet)
          untabledParts.push(untabled.view.slice(0, counted.untabled))
          set += counted.sets
          from += counted.sets
        }
      }
      return { sums: all, untabled: concatenate(untabledParts) }
    }

    /** Counts as many sets of a run, from index `from` on, as fit into the cache, and returns how many. */
    function countRun(
      first: readonly number[],
      lasts: ArrayLike<number>,
      from: number,
    ): { sets: number; untabled: number } {
      // Clearing the cache invalidates the first columns too, so it comes first.
      if (![...first, lasts[from]].every((column) => coded.fits(column))) coded.clear()
      const joined = coded.join(first)
      const most = Math.min(mostInCall, lasts.length - from)
      let count = 0
      while (count < most && (count === 0 || coded.fits(lasts[from + count]))) {
        const last = coded.load(joined, lasts[from + count])
        if (!coded.isDense(joined, last)) break
        others.view[count++] = last.address
      }
      if (count > 0)
        return {
          sets: count,
          untabled: kernels.run.pairEntropies(counting, joined.address, others.address, count),
        }
      // The table is too large to allocate: the cells that occur are numbered and counted as one column.
      others.view[0] = coded.join([...first, lasts[from]]).address
      const { constant: whole } = coded
      return { sets: 1, untabled: kernels.run.pairEntropies(counting, whole.address, others.address, 1) }
    }
  },
}
