import type { DistanceMetric } from './nearest-search.ts'

/**
 * Distances that differ by no more than their rounding are equal, in every kernel that searches neighbours. Distance d
 * from a row equals d′ if |d − d′| ≤ 10⁻¹² d + a (assembly/nearest-tolerance.ts). Rows are grouped from the nearest on: a
 * group are the rows at distances that equal the smallest of the group, and a distance that equals 0 is 0.
 *
 * 10⁻¹² bounds what grows with a distance: two roundings a column in a sum of up to 2,000 columns, and the scale of a
 * column of short decimals, rounded to 42 bits so that its differences are exact.
 *
 * `a` bounds the rounding of the row's own numbers, by this share of each; over the columns of a set the bounds are added
 * up as differences are (`euclidean`: the root of the sum of squares). A number v, that was x = v + origin before it was
 * shifted, is off by an ulp of x as it was given, and by three of v after shifting and scaling. The same holds of the
 * neighbour, whose x and v differ from those of the row by no more than the distance, whose share is in 10⁻¹² d. So
 * each of two distances is off by at most 8 rounding errors of max(|x|, |v|), a rounding error being 2⁻⁵³ of a number:
 * 2⁻⁴⁹ for both. The share is twice that, for numbers that were computed in a few steps themselves.
 */
const roundingShare = 1 / 2 ** 48

/**
 * For each column, what 0 was shifted to when its numbers were scaled, negated: a number plus its origin is a multiple of
 * the number as given. NaN if the differences of the column are exact.
 */
export type Origins = Float64Array

/** The bound of rounding of a scaled number, of a column with an origin. */
function roundingOf(value: number, origin: number): number {
  return Number.isNaN(origin) ? 0 : Math.max(Math.abs(value + origin), value) * roundingShare
}

/** For each row of a set, or of those `kept`, the absolute bound of rounding `a`. */
export function roundingsOfRows(
  columns: readonly Float64Array[],
  set: readonly number[],
  origins: Origins,
  metric: DistanceMetric,
  rows: number,
  kept: Uint32Array | null = null,
): Float64Array {
  const bounds = new Float64Array(rows)
  for (const column of set) {
    const origin = origins[column]
    if (Number.isNaN(origin)) continue
    const values = columns[column]
    for (let row = 0; row < rows; row++) {
      const rounding = roundingOf(values[kept ? kept[row] : row], origin)
      if (metric === 'euclidean') bounds[row] += rounding * rounding
      else if (metric === 'manhattan') bounds[row] += rounding
      else if (rounding > bounds[row]) bounds[row] = rounding
    }
  }
  if (metric === 'euclidean') for (let row = 0; row < rows; row++) bounds[row] = Math.sqrt(bounds[row])
  return bounds
}
