import type { NumericValues } from '../moments/moments-job.ts'
import { concatenate } from '../threads/job.ts'
import type { Job } from '../threads/job.ts'
import { sumsOfSet } from './entropies-job.ts'
import type { EntropiesPart } from './entropies-job.ts'

/** The rows, shared by all columns, and tables of count·log₂ count split into a high and a low part. */
export interface ValueEntropiesInput {
  readonly rows: number
  /** A byte for each row, 1 if excluded, or null if none is. */
  readonly excluded: Uint8Array | null
  readonly high: Float64Array
  readonly low: Float64Array
}

/** Sorts columns of numbers, and sums count·log₂ count over their values. */
export const valueEntropiesJob: Job<ValueEntropiesInput, readonly NumericValues[], EntropiesPart> = {
  name: 'value-entropies',
  open: (kernels, { rows, excluded, ...tables }) => {
    const { run } = kernels
    const arena = kernels.arena()
    const high = arena.copyOf(tables.high)
    const low = arena.copyOf(tables.low)
    const items = arena.numbers(rows * 2)
    // `sortRows` reads the values before it writes to the spare memory, where the counts stand at last.
    const spare = arena.numbers(rows * 2)
    const out = arena.bytes(rows)
    const counters = arena.bytes(run.sortCounters())
    const sums = arena.numbers(sumsOfSet)
    const untabled = arena.numbers(Math.floor(rows / tables.high.length))
    // See `Counting` in assembly/.
    const record = arena.integers(9)
    record.view.set([
      ...[rows, 0, 0, spare.address],
      ...[high.address, low.address, tables.high.length, sums.address, untabled.address],
    ])

    return (columns) => {
      const all = new Float64Array(columns.length * sumsOfSet)
      const rest = columns.map(({ values, missing }, i) => {
        spare.view.set(values)
        const mask = markOut(missing)
        const { address } = items
        const count = run.sortRows(spare.address, mask, rows, address, spare.address, counters.address)
        const left = run.valueEntropy(record.address, address, count)
        all.set(sums.view, i * sumsOfSet)
        return untabled.view.slice(0, left)
      })
      return { sums: all, untabled: concatenate(rest) }
    }

    /** The address of the mask of rows left out, or 0. */
    function markOut(missing: NumericValues['missing']): number {
      if (!excluded && !missing) return 0
      const { view } = out
      view.set(excluded ?? missing!)
      if (excluded && missing) for (let row = 0; row < rows; row++) view[row] |= missing[row]
      return out.address
    }
  },
}
