import type { Counts } from './counts.ts'
import type { Density, DensityRequest } from './density.ts'
import type { Entropies } from './entropies.ts'
import type { Family } from './family.ts'
import type { MomentsOfFamily } from './moments.ts'
import type { Nearest, NearestRequest } from './nearest.ts'
import type { OrderStatistics, Quantile } from './order.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** Contingency tables of a few coded variables, dense, cells in canonical order. */
export interface CountsRequest {
  readonly kind: 'counts'
  readonly family: Family
  readonly view: View
}

/**
 * Entropies of sets of coded variables, kept exact. Member i is counted over the rows complete in all variables of
 * member i of `within`; without it over the rows complete in the member itself.
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
  /** All members hold equally many variables. */
  readonly family: Family
  /** A coded variable: moments apart for each of its levels. */
  readonly by?: Variable
  /** Of the values, or of their mid-ranks among the rows in play. */
  readonly of: 'values' | 'ranks'
  readonly view: View
}

/** Observed values of one numeric variable at given places of its order. */
export interface OrderRequest {
  readonly kind: 'order'
  readonly variable: Variable
  readonly at: readonly Quantile[]
  /** Ask also for the distinct values, where there are at most so many. */
  readonly distinctUpTo: number
  readonly view: View
}

/** The rows themselves, as an in-memory block: the numbers of a column, or of a coded one the number of the level. */
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

/** At most so many cells in a contingency table, and so many values in fetched rows. */
export const limits = { cells: 1 << 20, fetched: 1 << 26 } as const
