import type { Job } from '../threads/job.ts'
import { completeRows, readCodes, readRows } from './dependence-columns.ts'
import { sorter } from './sorted-numbers.ts'
import type { DependenceInput } from './dependence-columns.ts'

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
 * How numbers become multiples of the width of their kernel: (half · x − centre)/width. All rows are equal
 * where it is 0.
 */
export interface KernelScale {
  /** ½ where differences of the numbers would overflow, else 1. */
  readonly half: number
  readonly centre: number
  readonly width: number
}

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

/** The scale of numbers in ascending order. */
function kernelScale(sorted: Float64Array): KernelScale {
  const half = Number.isFinite(sorted[sorted.length - 1] - sorted[0]) ? 1 : 0.5
  const halves = half === 1 ? sorted : sorted.map((value) => value / 2)
  return { half, centre: halves[halves.length >> 1], width: medianDistance(halves) }
}

/** Scales numbers in place. */
function scaleNumbers(numbers: Float64Array, { half, centre, width }: KernelScale): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] * half - centre) / width
}

/**
 * The median of the distances of numbers in ascending order, over the pairs that differ; 0 if none does. Two
 * pairs in the middle share it.
 */
export function medianDistance(sorted: Float64Array): number {
  const range = sorted[sorted.length - 1] - sorted[0]
  const pairs = countWithin(sorted, range).count
  if (pairs === 0) return 0
  const low = distanceOfRank(sorted, Math.ceil(pairs / 2))
  return pairs % 2 === 1 ? low : low / 2 + distanceOfRank(sorted, pairs / 2 + 1) / 2
}

/**
 * The distance that `rank` pairs do not exceed, and one pair fewer does: by bisection, which ends at
 * distances that occur.
 */
function distanceOfRank(sorted: Float64Array, rank: number): number {
  let low = 0
  let high = sorted[sorted.length - 1] - sorted[0]
  let { above } = countWithin(sorted, 0)
  for (;;) {
    // The next distance above those of too few pairs.
    if (above >= high) return high
    const middle = low + (high - low) / 2
    const found = countWithin(sorted, Math.max(middle, above))
    if (found.count >= rank) high = found.below
    else [low, above] = [found.below, found.above]
  }
}

/** How many pairs differ by at most `reach`; the greatest such distance, and the smallest beyond. */
function countWithin(sorted: Float64Array, reach: number) {
  let [count, below, above] = [0, 0, Infinity]
  let first = 0
  let equal = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at > 0 && sorted[at] !== sorted[at - 1]) equal = at
    while (sorted[at] - sorted[first] > reach) first++
    if (first > 0) above = Math.min(above, sorted[at] - sorted[first - 1])
    if (first >= equal) continue
    count += equal - first
    below = Math.max(below, sorted[at] - sorted[first])
  }
  return { count, below, above }
}
