import type { DensityFlaw } from '../kernel/density-columns.ts'
import type { Family } from './family.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * Kernel density estimates (Parzen 1962) of each set of a family, of the variables `with` it, and of both together, seen at
 * the rows complete in all of them. With m columns in both together and Σ̂ their covariance (÷ n − 1), the bandwidth matrix
 * is h²Σ̂, and a margin takes its own columns of it.
 *
 * - `gaussian`: f̂(xᵢ) is the mean, over the other rows, of normal densities around them: leave-one-out;
 * - `box`: f̂(xᵢ) = k/(nV), k of n rows in a closed box around xᵢ, h standard deviations (÷ n − 1) wide in each column. The
 *   row itself is one of the k: without it most boxes of many columns would be empty, and their logarithms −∞.
 */
export type DensityRequest = {
  readonly kind: 'density'
  /** Sets of numeric variables. */
  readonly family: Family
  readonly with: readonly Variable[]
  /** Weights are 0 or 1. */
  readonly view: View
} & DensityShape

/** The kernel, and its bandwidth h. */
export type DensityShape =
  | { readonly kernel: 'gaussian'; readonly bandwidth: BandwidthRule | 'likelihood' | number }
  | { readonly kernel: 'box'; readonly bandwidth: BandwidthRule | number }

/**
 * How h follows from n rows and the m columns of both together: `scott` n^(−1/(m+4)) (Scott 1992), `silverman`
 * (4/((m+2)n))^(1/(m+4)) (Silverman 1986). By `likelihood` it is the one of Scott's h × 2^(j/4), j = −12 … 8, of which the
 * rows, each held out in its turn, are the likeliest (Duin 1976); the widest of equals.
 */
export type BandwidthRule = 'scott' | 'silverman'

/** Σ log f̂ over the rows, in nats, for each member of the family; NaN where there is no density. No columns: 0. */
export interface Density {
  /** Rows that count. */
  readonly n: Float64Array
  /** The bandwidth h. */
  readonly bandwidth: Float64Array
  /** Of the set and `with` together. */
  readonly joint: Float64Array
  /** Of the set. */
  readonly set: Float64Array
  /** Of `with`. */
  readonly beside: Float64Array
  /** Why `joint` is not known, where it is not: Σ̂ has no inverse, or a box no volume. */
  readonly flaws: (DensityFlaw | null)[]
}

export type { DensityFlaw }

/** Room for the answer of so many members, nothing known yet. */
export function emptyDensity(members: number): Density {
  const unknown = () => new Float64Array(members).fill(NaN)
  return {
    n: new Float64Array(members),
    bandwidth: unknown(),
    joint: unknown(),
    set: unknown(),
    beside: unknown(),
    flaws: new Array<DensityFlaw | null>(members).fill('rows'),
  }
}
