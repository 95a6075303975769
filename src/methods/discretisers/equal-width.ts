import { singles } from '#core'
import type { MomentsRequest } from '#core'
import type { BinningMethod } from './binning-method.ts'

/**
 * b right-closed bins of equal width between the smallest and the largest value: cut j = min + j·(max−min)/b.
 */
export const equalWidth: BinningMethod<readonly [MomentsRequest]> = {
  bins: 'count',
  needs: (columns, { view }) => [{ kind: 'moments', family: singles(columns), of: 'values', view }],
  cuts: ([{ min, max }], { bins }) => Array.from(min, (low, column) => cutsBetween(low, max[column], bins)),
}

/** The cuts between bins of equal width; none where all values are equal, or without values. */
export function cutsBetween(min: number, max: number, bins: number): readonly number[] {
  if (!(min < max)) return []
  const width = max - min
  // Halves avoid overflow in a column from −1e308 to 1e308.
  const cut = Number.isFinite(width * bins)
    ? (parts: number) => min + (parts * width) / bins
    : (parts: number) => 2 * (min / 2 + (parts / bins) * (max / 2 - min / 2))
  return Array.from({ length: bins - 1 }, (_, j) => cut(j + 1))
}
