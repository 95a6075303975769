import type { Counts } from './counts.ts'
import type { Density, DensityRequest } from './density.ts'
import type { Entropies } from './entropies.ts'
import type { Family } from './family.ts'
import type { MomentsOfFamily } from './moments.ts'
import type { Nearest, NearestRequest } from './nearest.ts'
import type { OrderStatistics, Quantile } from './order.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** Dense contingency tables of a few coded variables, cells in canonical order. */
export interface CountsRequest {
  readonly kind: 'counts'
  readonly family: Family
  readonly view: View
}

/**
 * Exact entropies of sets of coded variables. Member i is counted over the rows complete in all variables of member i of
 * `within`; without `within` over the rows complete in the member itself.
 */
export interface EntropyRequest {
  readonly kind: 'entropy'
  readonly family: Family
  readonly within?: Family
  readonly view: View
}

/** Means and centred moments of sets of numeric variables over the rows complete in the set, and in `by`. */
export interface MomentsRequest {
  readonly kind: 'moments'
  /** All members have the same number of variables. */
  readonly family: Family
  /** A coded variable: separate moments for each of its levels. */
  readonly by?: Variable
  /** Of the values, or of their mid-ranks among the included rows. */
  readonly of: 'values' | 'ranks'
  readonly view: View
}

/** Observed values of one numeric variable at given ranks. */
export interface OrderRequest {
  readonly kind: 'order'
  readonly variable: Variable
  readonly at: readonly Quantile[]
  /** Also requests the distinct values, where there are no more than this. */
  readonly distinctUpTo: number
  readonly view: View
}

/** The rows themselves, in memory: the values of a numeric column, the level numbers of a coded one. */
export interface RowsRequest {
  readonly kind: 'rows'
  readonly columns: readonly Variable[]
  readonly view: View
}

export type Request =
  | CountsRequest
  | DensityRequest
  | EntropyRequest
  | MomentsRequest
  | NearestRequest
  | OrderRequest
  | RowsRequest

/** Rows in memory: NaN where a value is missing; a weight for each row, 1 unless the view says otherwise. */
export interface Rows {
  readonly columns: readonly Float64Array[]
  readonly weights: Float64Array
}

export type AnswerTo<R extends Request> = R extends CountsRequest
  ? readonly Counts[]
  : R extends EntropyRequest
    ? Entropies
    : R extends MomentsRequest
      ? MomentsOfFamily
      : R extends NearestRequest
        ? Nearest
        : R extends DensityRequest
          ? Density
          : R extends OrderRequest
            ? OrderStatistics
            : Rows

/** The answers to a batch of requests, in its order. */
export type Answers<R extends readonly Request[]> = { readonly [I in keyof R]: AnswerTo<R[I]> }

export type Answer =
  readonly Counts[] | Density | Entropies | MomentsOfFamily | Nearest | OrderStatistics | Rows

/** The most cells of a contingency table, and the most values of fetched rows. */
export const limits = { cells: 1 << 20, fetched: 1 << 26 } as const
