import { variablesOf } from './family.ts'
import type { Family } from './family.ts'
import { familyKey, textKey, variablesKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * Kernel density estimates (Parzen 1962) of each set of a family, of the variables `with` it, and of both
 * together, evaluated at the rows complete in all of them. With m columns in both together and Σ̂ their
 * covariance (÷ n − 1), the bandwidth matrix is h²Σ̂; a marginal density uses its own columns of that matrix.
 *
 * - `gaussian`: f̂(xᵢ) is the mean, over the other rows, of normal densities around them: leave-one-out;
 * - `box`: f̂(xᵢ) = k/(nV), k of n rows in a closed box around xᵢ, h standard deviations (÷ n − 1) wide in
 *   each column. The row itself is one of the k: without it most boxes in many dimensions would be empty, and
 *   their logarithms −∞.
 */
export type DensityRequest = {
  readonly kind: 'density'
  /** Sets of numeric variables. */
  readonly family: Family
  readonly with: readonly Variable[]
  /** Weights are 0 or 1. */
  readonly view: View
} & DensityShape

export const densityKind: RequestKind<DensityRequest> = {
  views: { view: 'one' },
  variables: (request) => [...variablesOf(request.family), ...request.with],
  key: {
    family: familyKey,
    with: variablesKey,
    kernel: wordKey,
    bandwidth: textKey,
    view: viewKey,
  },
  // A density of no variables treats all rows as one point.
  check: () => {},
}

/** The kernel, and its bandwidth h. */
export type DensityShape =
  | { readonly kernel: 'gaussian'; readonly bandwidth: BandwidthRule | 'likelihood' | number }
  | { readonly kernel: 'box'; readonly bandwidth: BandwidthRule | number }

/**
 * The bandwidth h from n rows and the m columns of both together: `scott` n^(−1/(m+4)) (Scott 1992),
 * `silverman` (4/((m+2)n))^(1/(m+4)) (Silverman 1986). `likelihood` tries Scott's h × 2^(j/4), j = −12 … 8,
 * and takes the one with the greatest leave-one-out likelihood of the rows (Duin 1976); of equal ones the
 * widest.
 */
export type BandwidthRule = 'scott' | 'silverman'

/**
 * Why columns have no density: too few rows (not more than columns), a constant column, or a column that is a
 * linear function of those before it.
 */
export type DensityFlaw = 'rows' | 'constant' | 'dependent'

/**
 * Σ log f̂ over the rows, in nats, for each member of the family; NaN where no density exists; 0 for no
 * columns.
 */
export interface Density {
  /** Included rows. */
  readonly n: Float64Array
  /** The bandwidth h. */
  readonly bandwidth: Float64Array
  /** Of the set and `with` together. */
  readonly joint: Float64Array
  /** Of the set. */
  readonly set: Float64Array
  /** Of `with`. */
  readonly others: Float64Array
  /** Why `joint` is NaN, where it is: Σ̂ has no inverse, or a box has no volume. */
  readonly flaws: (DensityFlaw | null)[]
}

/** An answer for a number of members, filled with NaN. */
export function emptyDensity(members: number): Density {
  const unknown = () => new Float64Array(members).fill(NaN)
  return {
    n: new Float64Array(members),
    bandwidth: unknown(),
    joint: unknown(),
    set: unknown(),
    others: unknown(),
    flaws: new Array<DensityFlaw | null>(members).fill('rows'),
  }
}
