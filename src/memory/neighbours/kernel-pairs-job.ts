import type { Job } from '../threads/job.ts'
import { completeRows, readCodes, readRows } from './columns.ts'
import type { DependenceInput } from './columns.ts'
import { kernelScale, scaleNumbers } from './kernel-width.ts'
import type { KernelScale } from './kernel-width.ts'
import { sorter } from './sorter.ts'

/** A task over the rows complete beside the missing values of a mask; columns by number, −1 is the target. */
export type KernelPairsTask = { readonly mask: number } & (
  | { readonly of: 'scales'; readonly columns: readonly number[] }
  | {
      /** Kernels of the target: of these rows with all later ones; of levels, of all rows at once. */
      readonly of: 'rows'
      readonly scale: KernelScale
      readonly from: number
      readonly to: number
    }
  | {
      readonly of: 'products'
      readonly columns: readonly number[]
      /** Those of the target, then of the columns. */
      readonly scales: readonly KernelScale[]
      /** What each row and column of the target's matrix takes away from it. */
      readonly means: Float64Array
      readonly from: number
      readonly to: number
    }
)

/**
 * The scales of columns; or what the kernels of some rows add to the sum of each row from the first of them
 * on; or the sum of products for each column.
 */
export type KernelPairsPart =
  { readonly rows: number; readonly scales: readonly KernelScale[] } | { readonly sums: Float64Array }

/** Kernels of all pairs of rows, which are made row by row and never kept. */
export const kernelPairsJob: Job<DependenceInput, KernelPairsTask, KernelPairsPart> = {
  name: 'kernel-pairs',
  open: (kernels, input) => {
    const { run } = kernels
    const arena = kernels.arena()
    const table = arena.numbers(134)
    run.fillPowers(table.address)
    const top = arena.top
    let opened: { readonly mask: number; readonly rows: Int32Array | null } | null = null

    return (task) => {
      if (opened?.mask !== task.mask) opened = { mask: task.mask, rows: completeRows(input, task.mask) }
      const { rows } = opened
      const count = rows?.length ?? input.rows
      arena.release(top)
      switch (task.of) {
        case 'scales': {
          if (count === 0) return { rows: 0, scales: task.columns.map(() => unscaled) }
          const sort = sorter(kernels, arena, count)
          const scales = task.columns
            .map(columnAt)
            .map((column) =>
              'codes' in column
                ? scaleOfLevels(readCodes(column, rows, count))
                : kernelScale(sort(count, (values) => readRows(column, rows, values)).sorted),
            )
          return { rows: count, scales }
        }
        case 'rows': {
          if ('codes' in input.target) return { sums: othersOfLevel(readCodes(input.target, rows, count)) }
          const points = layOut([-1], [task.scale], rows, count)
          const sums = arena.numbers(count + 2)
          sums.view.fill(0)
          run.addKernels(points.address, count, task.from, task.to, table.address, sums.address)
          return { sums: sums.view.slice(task.from, count) }
        }
        case 'products':
          return { sums: productsOf(task, rows, count) }
      }
    }

    function productsOf(
      { columns, scales, means, from, to }: Extract<KernelPairsTask, { of: 'products' }>,
      rows: Int32Array | null,
      count: number,
    ): Float64Array {
      const points = layOut([-1, ...columns], scales, rows, count)
      const kinds = arena.bytes(scales.length)
      kinds.view.set([-1, ...columns].map((column) => ('codes' in columnAt(column) ? 1 : 0)))
      const taken = arena.numbers(count + 1)
      taken.view.fill(0).set(means)
      const space = arena.numbers(count + 1)
      const sums = arena.numbers(columns.length)
      sums.view.fill(0)
      const given = arena.record(
        points.address,
        count + 1,
        count,
        kinds.address,
        columns.length,
        taken.address,
        space.address,
        table.address,
        sums.address,
      )
      run.addKernelProducts(given, from, to)
      return sums.view.slice()
    }

    /** Writes columns one after the other, each with NaN after its last row. */
    function layOut(
      columns: readonly number[],
      scales: readonly KernelScale[],
      rows: Int32Array | null,
      count: number,
    ) {
      const points = arena.numbers(columns.length * (count + 1))
      const view = points.view.fill(NaN)
      columns.forEach((column, i) => {
        const own = view.subarray(i * (count + 1), i * (count + 1) + count)
        readRows(columnAt(column), rows, own)
        if ('values' in columnAt(column)) scaleNumbers(own, scales[i])
      })
      return points
    }

    function columnAt(column: number) {
      return column < 0 ? input.target : input.columns[column]
    }
  },
}

const unscaled: KernelScale = { half: 1, centre: 0, width: 1 }

/** Levels have no width, but none at all where every row has the same. */
function scaleOfLevels(codes: Uint32Array): KernelScale {
  return codes.every((code) => code === codes[0]) ? { ...unscaled, width: 0 } : unscaled
}

/** How many other rows have the level of each row. */
function othersOfLevel(codes: Uint32Array): Float64Array {
  const sizes = new Map<number, number>()
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1)
  return Float64Array.from(codes, (code) => sizes.get(code)! - 1)
}
