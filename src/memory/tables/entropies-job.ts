import type { ArenaBlock } from '../threads/arena.ts'
import { concatenate } from '../threads/job.ts'
import type { Job } from '../threads/job.ts'
import { countSets, mostInRun, runsOf } from '../threads/sets.ts'
import type { SetRun, Sets } from '../threads/sets.ts'
import { CodedArena } from './coded-arena.ts'
import type { StoredColumn } from './coded-joins.ts'
import type { CodedInput } from './coded-list.ts'

/** Coded columns, and tables of count·log₂ count split into a high and a low part. */
export interface EntropiesInput extends CodedInput {
  readonly high: Float64Array
  readonly low: Float64Array
}

/**
 * For each set five numbers: n, the high and low part of Σ count·log₂ count, the number of non-empty cells,
 * and the number of counts that are not in the tables. `untabled` lists those counts, set after set.
 */
export interface EntropiesPart extends EntropiesOfSets {
  /** The same of the sets together with `also`. */
  readonly also?: EntropiesOfSets
}

interface EntropiesOfSets {
  readonly sums: Float64Array
  readonly untabled: Float64Array
}

/** Sets to count, each also together with a further column where one is given, which has no missing level. */
export interface EntropiesTask {
  readonly sets: Sets | SetRun
  readonly also?: number
}

/** Numbers for each set in a part. */
export const sumsOfSet = 5
/** The most counts that one call may leave in `untabled`. */
const mostUntabled = 1 << 20
/** With fewer rows for each cell, adding up a table takes longer than counting another. */
const rowsPerCell = 2

/** Counts sets of coded columns and sums count·log₂ count over their cells. */
export const entropiesJob: Job<EntropiesInput, EntropiesTask, EntropiesPart> = {
  name: 'entropies',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const weights = input.weights && arena.copyOf(input.weights)
    const high = arena.copyOf(input.high)
    const low = arena.copyOf(input.low)
    const untabledPerSet = input.weights ? input.rows : Math.floor(input.rows / input.high.length)
    const mostInCall = Math.max(1, Math.min(mostInRun, Math.floor(mostUntabled / untabledPerSet)))
    const others = arena.integers(mostInCall)
    // Of the sets, and of those with `also`. Allocated before the columns, because clearing their cache frees
    // what follows.
    const sinks = [0, 1].map((): CountingSink => ({
      sums: arena.numbers(mostInCall * sumsOfSet),
      untabled: arena.numbers(mostInCall * untabledPerSet),
      record: arena.integers(9),
    }))
    const coded = new CodedArena(kernels, arena, input, 'occurring')
    for (const { sums, untabled, record } of sinks) {
      record.view.set([
        ...[input.rows, coded.stride, weights?.address ?? 0, coded.cells.address],
        ...[high.address, low.address, input.high.length, sums.address, untabled.address],
      ])
    }
    const [own, withAlso] = sinks

    return ({ sets, also }) => {
      const count = countSets(sets)
      const of = new SumsOfSets(own, count)
      if (also === undefined) {
        for (const { first, lasts } of runsOf(sets)) countAll(first, lasts, 0, of)
        return of.part()
      }
      const more = new SumsOfSets(withAlso, count)
      for (const { first, lasts } of runsOf(sets)) {
        let from = 0
        for (let both = 1; both > 0 && from < lasts.length; from += both) {
          both = countBoth(first, lasts, from, also)
          of.take(both)
          more.take(both)
        }
        countAll(first, lasts, from, of)
        countAll([...first, also], lasts, from, more)
      }
      return { ...of.part(), also: more.part() }
    }

    /** Counts the sets of a run from an index on. */
    function countAll(
      first: readonly number[],
      lasts: ArrayLike<number>,
      from: number,
      to: SumsOfSets,
    ): void {
      while (from < lasts.length) {
        const count = countRun(first, lasts, from, to.sink.record.address)
        to.take(count)
        from += count
      }
    }

    /** Counts as many sets of a run, from index `from` on, as fit into the cache, and returns how many. */
    function countRun(
      first: readonly number[],
      lasts: ArrayLike<number>,
      from: number,
      counting: number,
    ): number {
      // Clearing the cache invalidates the first columns too, so it comes first.
      if (![...first, lasts[from]].every((column) => coded.fits(column))) coded.clear()
      const joined = coded.joins.of(first)
      const count = loadOthers(joined, lasts, from)
      if (count > 0) {
        kernels.run.pairEntropies(counting, joined.address, others.address, count)
        return count
      }
      // The table is too large to allocate: the cells that occur are numbered and counted as one column.
      others.view[0] = coded.joins.of([...first, lasts[from]]).address
      kernels.run.pairEntropies(counting, coded.constant.address, others.address, 1)
      return 1
    }

    /**
     * The same for the sets and those with `also`, from one table; 0 where that is none, or large for the
     * rows.
     */
    function countBoth(
      first: readonly number[],
      lasts: ArrayLike<number>,
      from: number,
      also: number,
    ): number {
      if (![...first, also, lasts[from]].every((column) => coded.fits(column))) coded.clear()
      const product = input.weights ? null : coded.joins.product(first, also)
      if (!product) return 0
      const count = loadOthers(product, lasts, from, input.rows / (rowsPerCell * product.count))
      const [one, other] = [own.record.address, withAlso.record.address]
      if (count > 0)
        kernels.run.pairEntropiesWithAndWithout(
          one,
          other,
          product.address,
          product.by,
          others.address,
          count,
        )
      return count
    }

    /**
     * Loads columns to count with another, as many as fit into the cache and have tables that can be
     * allocated, and no more levels than `mostLevels`.
     */
    function loadOthers(
      joined: StoredColumn,
      lasts: ArrayLike<number>,
      from: number,
      mostLevels = Infinity,
    ): number {
      const end = Math.min(mostInCall, lasts.length - from)
      let count = 0
      while (count < end && (count === 0 || coded.fits(lasts[from + count]))) {
        const last = coded.load(joined, lasts[from + count])
        if (!coded.isDense(joined, last) || last.count > mostLevels) break
        others.view[count++] = last.address
      }
      return count
    }
  },
}

/** Where the kernels put the sums of the sets of a call: see `Counting` in assembly/. */
interface CountingSink {
  readonly sums: ArenaBlock<Float64Array>
  readonly untabled: ArenaBlock<Float64Array>
  readonly record: ArenaBlock<Uint32Array>
}

/** The sums of the sets of a task, call after call. */
class SumsOfSets {
  readonly sink: CountingSink
  readonly #sums: Float64Array
  readonly #untabled: Float64Array[] = []
  #sets = 0

  constructor(sink: CountingSink, sets: number) {
    this.sink = sink
    this.#sums = new Float64Array(sets * sumsOfSet)
  }

  /** Takes those of the sets of the last call. */
  take(sets: number): void {
    const found = this.sink.sums.view.subarray(0, sets * sumsOfSet)
    this.#sums.set(found, this.#sets * sumsOfSet)
    this.#sets += sets
    let untabled = 0
    for (let at = sumsOfSet - 1; at < found.length; at += sumsOfSet) untabled += found[at]
    if (untabled > 0) this.#untabled.push(this.sink.untabled.view.slice(0, untabled))
  }

  part(): EntropiesOfSets {
    return { sums: this.#sums, untabled: concatenate(this.#untabled) }
  }
}
