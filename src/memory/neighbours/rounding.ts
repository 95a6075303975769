import { metricCodes } from '#core'
import type { DistanceMetric } from '#core'
import type { ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/**
 * For each column, what its numbers lost when they were shifted: a number plus the origin is a multiple of
 * the number as given. NaN if the differences of the column are exact.
 *
 * Distances that differ by no more than their rounding are equal, in every kernel that searches neighbours.
 * From a row, distance d equals d′ if |d − d′| ≤ 10⁻¹² d + a (assembly/nearest-tolerance.ts). From the
 * nearest row on, a group are the rows whose distances equal the smallest of the group; a distance that
 * equals 0 is 0.
 *
 * 10⁻¹² bounds what grows with a distance: two roundings a column in sums of up to 2,000 columns, and the
 * scale of a column of short decimals, which is rounded to 42 bits so that differences are exact.
 *
 * `a` bounds the rounding of the row's own numbers, by 2⁻⁴⁸ of each (assembly/roundings.ts); the bounds of
 * several columns are added up as differences are, for `euclidean` the root of the sum of squares. A number
 * v, which was x = v + origin in the same units, is off by half an ulp of x as it was given, and by half an
 * ulp of v for each of shift and two divisions; with m = max(|x|, |v|) that is 4 × 2⁻⁵³ m. A neighbour's m is
 * larger by no more than the distance, whose share is in 10⁻¹² d. So a distance is off by 2⁻⁵⁰ m, and the
 * difference of two by 2⁻⁴⁹ m. `a` is twice that, for numbers that were themselves computed in a few steps.
 */
export type Origins = Float64Array

/** A column in kernel memory, padded to an even number of rows. */
interface ColumnWithOrigin {
  readonly address: number
  readonly origin: number
}

/** Writes for each row the bound `a` of rounding in some columns. */
export function writeRoundings(
  { run }: Kernels,
  bounds: ArenaBlock<Float64Array>,
  columns: readonly ColumnWithOrigin[],
  metric: DistanceMetric,
): void {
  const rows = bounds.view.length
  bounds.view.fill(0)
  for (const { address, origin } of columns) {
    if (!Number.isNaN(origin)) run.addRoundings(bounds.address, address, rows, origin, metricCodes[metric])
  }
  if (metric === 'euclidean') run.rootRoundings(bounds.address, rows)
}
