import { CodedArena } from './coded-arena.ts'
import type { CodedRows } from './coded-arena.ts'
import { concatenate } from './concatenate.ts'
import type { Job } from './job.ts'
import { countSets, mostInRun, runsOf } from './sets.ts'
import type { SetRun, Sets } from './sets.ts'

/** Coded columns, and the tables of count·log₂ count in a high and a low part. */
export interface EntropiesGiven extends CodedRows {
  readonly high: Float64Array
  readonly low: Float64Array
}

/**
 * For each set five numbers: n, the high and low part of Σ count·log₂ count, occupied cells, and how many of its counts are
 * beyond the tables. Those stand in `rest`, set after set.
 */
export interface EntropiesPart {
  readonly sums: Float64Array
  readonly rest: Float64Array
}

/** Numbers for each set in a part. */
export const sumsOfSet = 5
/** At most so many counts are left over in one call. */
const mostRest = 1 << 20

/** Counts sets of coded columns and sums count·log₂ count over the cells of each. */
export const entropiesJob: Job<EntropiesGiven, Sets | SetRun, EntropiesPart> = {
  name: 'entropies',
  open: (kernels, given) => {
    const arena = kernels.arena()
    const weights = given.weights && arena.copyOf(given.weights)
    const high = arena.copyOf(given.high)
    const low = arena.copyOf(given.low)
    const restOfSet = given.weights ? given.rows : Math.floor(given.rows / given.high.length)
    const mostInCall = Math.max(1, Math.min(mostInRun, Math.floor(mostRest / restOfSet)))
    const others = arena.integers(mostInCall)
    const sums = arena.numbers(mostInCall * sumsOfSet)
    const rest = arena.numbers(mostInCall * restOfSet)
    // See `Counting` in assembly/. It comes before the columns, because what follows them goes when they are cleared.
    const record = arena.integers(9)
    const counting = record.address
    const coded = new CodedArena(kernels, arena, given, 'occurring')
    record.view.set([
      ...[given.rows, coded.stride, weights?.address ?? 0, coded.cells.address],
      ...[high.address, low.address, given.high.length, sums.address, rest.address],
    ])

    return (sets) => {
      const all = new Float64Array(countSets(sets) * sumsOfSet)
      const left: Float64Array[] = []
      let set = 0
      for (const { first, lasts } of runsOf(sets)) {
        for (let from = 0; from < lasts.length;) {
          const counted = countRun(first, lasts, from)
          all.set(sums.view.subarray(0, counted.sets * sumsOfSet), set * sumsOfSet)
          left.push(rest.view.slice(0, counted.rest))
          set += counted.sets
          from += counted.sets
        }
      }
      return { sums: all, rest: concatenate(left) }
    }

    /** Counts as many sets of a run, from one on, as fit into the room, and says how many. */
    function countRun(
      first: readonly number[],
      lasts: ArrayLike<number>,
      from: number,
    ): { sets: number; rest: number } {
      // Making place may move the first columns too, so it comes before everything else.
      if (![...first, lasts[from]].every((column) => coded.fits(column))) coded.clear()
      const joined = coded.join(first)
      const most = Math.min(mostInCall, lasts.length - from)
      let count = 0
      while (count < most && (count === 0 || coded.fits(lasts[from + count]))) {
        const last = coded.columnBeside(joined, lasts[from + count])
        if (!coded.isDense(joined, last)) break
        others.view[count++] = last.address
      }
      if (count > 0)
        return {
          sets: count,
          rest: kernels.run.pairEntropies(counting, joined.address, others.address, count),
        }
      // The table is too large to be laid out: the cells that occur are numbered and counted alone.
      others.view[0] = coded.join([...first, lasts[from]]).address
      const { whole } = coded
      return { sets: 1, rest: kernels.run.pairEntropies(counting, whole.address, others.address, 1) }
    }
  },
}
