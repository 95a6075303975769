import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** Numbers in ascending order, and the place of each before; valid until the next call. */
export interface Sorted {
  readonly sorted: Float64Array
  readonly order: Uint32Array
}

/**
 * A function that sorts up to `most` numbers in kernel memory; equal numbers stay in order. `fill` writes
 * them.
 */
export function sorter(
  { run }: Kernels,
  arena: Arena,
  most: number,
): (count: number, fill: (values: Float64Array) => void) => Sorted {
  const padding = run.columnPadding()
  const scratch = arena.bytes(run.sortColumnBytes(most))
  const values = arena.numbers(most + 1)
  const sorted: ArenaBlock<Float64Array> = arena.numbers(most + 2 * padding)
  const order = arena.integers(most + 1)
  return (count, fill) => {
    fill(values.view.subarray(0, count))
    const first = sorted.address + padding * 8
    run.sortColumn(values.address, count, first, order.address, scratch.address)
    return {
      sorted: sorted.view.subarray(padding, padding + count),
      order: order.view.subarray(0, count),
    }
  }
}

/**
 * Centres sorted numbers at the middle one and scales their range to between ½ and 1, by a power of 2: whole
 * numbers keep all their digits, and no product overflows. Numbers of a range below 2^−1022 stay smaller.
 */
export function standardise(sorted: Float64Array): Float64Array {
  const last = sorted.length - 1
  const half = Number.isFinite(sorted[last] - sorted[0]) ? 1 : 0.5
  const middle = sorted[sorted.length >> 1] * half
  const range = sorted[last] * half - sorted[0] * half
  let scale = 1
  if (range > 0) {
    while (range * scale > 1) scale /= 2
    while (range * scale < 0.5 && scale < most) scale *= 2
  }
  return sorted.map((value) => (value * half - middle) * scale)
}

/** The largest power of 2. */
const most = 8.98846567431158e307
