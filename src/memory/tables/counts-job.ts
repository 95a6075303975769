import { concatenate } from '../threads/job.ts'
import type { Job } from '../threads/job.ts'
import { runsOf } from '../threads/sets.ts'
import type { SetRun, Sets } from '../threads/sets.ts'
import { CodedArena } from './coded-arena.ts'
import type { CodedInput } from './coded-list.ts'

/** The tables of a task's sets, concatenated, cells in canonical order; `ends[i]` is the end of table i. */
interface CountsPart {
  readonly cells: Float64Array
  readonly ends: Uint32Array
}

/** Contingency tables of sets of coded columns. */
export const countsJob: Job<CodedInput, Sets | SetRun, CountsPart> = {
  name: 'counts',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const weights = input.weights && arena.copyOf(input.weights)
    const coded = new CodedArena(kernels, arena, input, 'canonical')
    const { rows } = input

    return (sets) => {
      const tables: Float64Array[] = []
      for (const { first, lasts } of runsOf(sets)) {
        for (let i = 0; i < lasts.length; i++) tables.push(table(first, lasts[i]))
      }
      let end = 0
      return { cells: concatenate(tables), ends: Uint32Array.from(tables, ({ length }) => (end += length)) }
    }

    function table(first: readonly number[], last: number): Float64Array {
      if (![...first, last].every((column) => coded.fits(column))) coded.clear()
      const a = coded.joins.of(first)
      const b = coded.load(a, last)
      const count = a.count * b.count
      const { cells } = coded
      if (!weights) {
        kernels.run.countPair(a.address, b.address, rows, coded.stride, cells.address)
        return new Float64Array(cells.view.subarray(0, count))
      }
      kernels.run.countPairWeighted(a.address, b.address, rows, weights.address, cells.address)
      return new Float64Array(cells.view.buffer, cells.address, count).slice()
    }
  },
}
