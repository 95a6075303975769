import type { DistanceMetric } from '../kernel/nearest-search.ts'
import type { Family } from './family.ts'
import type { Scale } from './scale.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

export type { DistanceMetric }

/**
 * What the nearest neighbours of each row show, summed over the rows, for each set of a family: the set spans the space
 * of distances, and no row is its own neighbour. A member is looked at over the rows complete in it and in what is
 * `wanted` with it.
 *
 * Neighbours are exact, and so are ties: numbers written with few decimals are scaled so that equal differences are equal
 * to the bit. A distance is made of differences in the order of the set (their squares summed, for `euclidean`); rows are
 * summed in their order, in blocks (src/kernel/blocks.ts) whose sums are added in order. So every way to find the neighbours gives the
 * same bits.
 */
export interface NearestRequest {
  readonly kind: 'nearest'
  /** Sets of numeric variables. */
  readonly family: Family
  /** Neighbours looked at, at least 1 and fewer than the rows. */
  readonly k: number
  readonly metric: DistanceMetric
  /** Of each column over the rows that count; of the target too. A constant column becomes 0. */
  readonly scale: Scale
  /**
   * Noise of so many spreads, added to every number but the `differences` target's, parts tied rows; 0 for none. Of
   * `margins` and `levels` it is added where neighbours tie alone, and what is told of ties is that of the numbers as they
   * are.
   */
  readonly jitter?: number
  readonly wanted: NearestWanted
  /** Weights are 0 or 1. */
  readonly view: View
}

/**
 * - `differences`: how the target, or its mid-rank among the rows that count, differs between a row and its neighbours
 *   (delta test, gamma test);
 * - `distances`: the logarithm of the distance to the k-th neighbour (Kozachenko–Leonenko);
 * - `margins`: how many rows lie within the k-th distance in each margin, the set and `with` (Kraskov, Stögbauer and
 *   Grassberger): neighbours are in the joint space of the set and `with`, and the metric is `chebyshev`;
 * - `levels`: how many rows lie nearer than the k-th row of a row's own level (Ross).
 */
export type NearestWanted =
  | {
      readonly of: 'differences'
      readonly target: Variable
      readonly as: 'value' | 'rank'
      readonly ties: 'shared' | 'first'
    }
  | { readonly of: 'distances' }
  | { readonly of: 'ksg'; readonly with: readonly Variable[]; readonly rule: 1 | 2 }
  | { readonly of: 'levels'; readonly target: Variable }

/** The variables looked at beside the sets of the family. */
export function besidesOf(wanted: NearestWanted): readonly Variable[] {
  if ('target' in wanted) return [wanted.target]
  return 'with' in wanted ? wanted.with : []
}

/** Sums over rows for each member of the family. What was not asked for is empty. */
export interface Nearest {
  /** Rows that count. */
  readonly n: Float64Array
  /**
   * `differences`, member by member, for place p = 1 … k: Σ (y_i − y_p)² on the scale, where the rows tied at a place
   * share it.
   */
  readonly squaredDifferences: Float64Array
  /** `differences`: what the target, or its mid-ranks, were divided by. */
  readonly targetSpread: Float64Array
  /** `differences`, likewise: Σ of the squared distances to place p. */
  readonly squaredDistances: Float64Array
  /** `distances`: Σ log(r_k + 2.2·10⁻¹⁶), natural logarithm. */
  readonly logDistances: Float64Array
  /**
   * `margins`: Σ ψ(n_x+1) + ψ(n_y+1) by rule 1, Σ ψ(n_x) + ψ(n_y) by rule 2. `levels`: Σ ψ(m) + ψ(n_c) − ψ(k) over the
   * rows whose level has another row, which alone are counted in n.
   */
  readonly digammas: Float64Array
  /** Rows whose k-th neighbour lies at distance 0. */
  readonly zeros: Float64Array
  /** Rows of which more than k neighbours lie within the k-th distance. */
  readonly tied: Float64Array
}

/** Room for the answer of so many members, each sum NaN until it is known. */
export function emptyNearest(members: number, k: number, { of }: NearestWanted): Nearest {
  const sums = (length: number) => new Float64Array(length).fill(NaN)
  const places = of === 'differences' ? members * k : 0
  return {
    n: new Float64Array(members),
    squaredDifferences: sums(places),
    squaredDistances: sums(places),
    targetSpread: sums(of === 'differences' ? members : 0),
    logDistances: sums(of === 'distances' ? members : 0),
    digammas: sums(of === 'ksg' || of === 'levels' ? members : 0),
    zeros: new Float64Array(members),
    tied: new Float64Array(members),
  }
}
