import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** A column whose dependence on the target is measured: its numbers, or its levels as codes below `count`. */
export type DependenceColumn = (
  | { readonly values: Float64Array }
  | { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly count: number }
) & {
  /** Which of the masks marks the rows where it is missing; −1 for none. */
  readonly mask: number
}

/** What all tasks share. */
export interface DependenceInput {
  readonly rows: number
  /** A byte for each row, 1 where it does not count. */
  readonly masks: readonly Uint8Array[]
  /** The masks that hold for every column. */
  readonly common: readonly number[]
  readonly columns: readonly DependenceColumn[]
  readonly target: DependenceColumn
}

/** The rows that count beside the missing values of one mask; `null` for all. */
export function completeRows(
  { rows, masks, common }: Pick<DependenceInput, 'rows' | 'masks' | 'common'>,
  mask: number,
): Int32Array | null {
  const used = [...new Set([...common, ...(mask < 0 ? [] : [mask])])].map((place) => masks[place])
  if (used.length === 0) return null
  const isOut = used[0].slice()
  for (const mask of used.slice(1)) for (let row = 0; row < rows; row++) isOut[row] |= mask[row]
  const complete = new Int32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) if (isOut[row] === 0) complete[count++] = row
  return complete.slice(0, count)
}

/** Writes the numbers, or the codes, of some rows. */
export function readRows(
  column: DependenceColumn,
  rows: Int32Array | null,
  to: Float64Array | Uint32Array,
): void {
  const from = 'values' in column ? column.values : column.codes
  if (!rows) to.set(from)
  else for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]]
}

/** The codes of some rows. */
export function readCodes(column: DependenceColumn, rows: Int32Array | null, count: number): Uint32Array {
  const codes = new Uint32Array(count)
  readRows(column, rows, codes)
  return codes
}

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
