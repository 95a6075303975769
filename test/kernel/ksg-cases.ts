import fc from 'fast-check'
import { digammas } from '../../dist/src/memory/neighbours/ksg-input.js'
import type { KsgInput } from '../../dist/src/memory/neighbours/ksg-input.js'
import { ksgJob, ksgTasks, mergeKsg } from '../../dist/src/memory/neighbours/ksg-job.js'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { KsgResult } from './ksg-twin.ts'
import { nearThirds } from './rounding-twin.ts'

/** Runs all tasks on one instance of the kernels; returns a result for each set. */
export function runKsg(kernels: Kernels, input: KsgInput): KsgResult[] {
  const { tasks } = ksgTasks(input)
  const work = ksgJob.open(kernels, input)
  const { n, digammas, zeros, tied } = mergeKsg(input, tasks, tasks.map(work))
  return Array.from(digammas, (sum, set) => ({ n, digammas: sum, zeros: zeros[set], tied: tied[set] }))
}

export function setsOf(lists: readonly (readonly number[])[]) {
  let end = 0
  return {
    columns: Uint32Array.from(lists.flat()),
    ends: Uint32Array.from(lists, (list) => (end += list.length)),
  }
}

/** The input common to all tests. */
export function makeInput(
  columns: readonly Float64Array[],
  lists: readonly (readonly number[])[],
  k: number,
  wanted: KsgInput['wanted'],
): KsgInput {
  const rows = columns[0].length
  return { rows, columns, sets: setsOf(lists), k, digamma: digammas(rows), wanted }
}

/** A value: whole, rounded, arbitrary, or of extreme size. */
const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -40, max: 40 }).map((x) => x / 8),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, -0, 1e-300, 1e300, -1e300, 1.7e308, -1.7e308, 5e-324, 1 + 2 ** -52),
)
const few = fc.constantFrom(0, -0, 1, 2)
const constant = fc.constantFrom(0, 1e9)

/** Columns: mixed, close together but for a few values, few values, widely scaled, and constant. */
function column(rows: number): fc.Arbitrary<Float64Array> {
  const filled = (of: fc.Arbitrary<number>) =>
    fc.array(of, { minLength: rows, maxLength: rows }).map((values) => Float64Array.from(values))
  const scaled = fc
    .tuple(filled(fc.double({ min: -1, max: 1, noNaN: true })), fc.constantFrom(1e-6, 1, 1e6))
    .map(([values, scale]) => values.map((x) => x * scale))
  const close = fc.oneof({ arbitrary: fc.constant(1e300), weight: 1 }, { arbitrary: fc.nat(1e6), weight: 30 })
  return fc.oneof(
    filled(value),
    filled(close.map((x) => (x === 1e300 ? x : 1 + x * 2 ** -40))),
    filled(few),
    filled(nearThirds),
    scaled,
    scaled,
    constant.map((x) => new Float64Array(rows).fill(x)),
  )
}

/** Columns of equal length; the last rows may be copies of the first. */
export const columns = fc
  .tuple(fc.integer({ min: 5, max: 80 }), fc.integer({ min: 2, max: 8 }), fc.integer({ min: 0, max: 9 }))
  .chain(([rows, count, copies]) =>
    fc
      .array(column(rows), { minLength: count, maxLength: count })
      .map((all) => all.map((values) => values.map((x, row) => (row < copies ? values[rows - 1 - row] : x)))),
  )

export const structures = ['strips', 'pairs', undefined] as const
