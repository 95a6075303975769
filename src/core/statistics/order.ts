import { keyOfList, keyOfParts, numberKey, shortKeys, variableKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** Observed values of one numeric variable at given ranks. */
export interface OrderRequest {
  readonly kind: 'order'
  readonly variable: Variable
  readonly at: readonly Quantile[]
  /** Also requests the distinct values, where there are no more than this. */
  readonly distinctUpTo: number
  /** Also requests how the values at these ranks are tied, where there are more distinct values than that. */
  readonly ties?: boolean
  readonly view: View
}

export const orderKind: RequestKind<OrderRequest> = {
  views: { view: 'one' },
  variables: ({ variable }) => [variable],
  key: {
    variable: variableKey,
    // Requests of many columns share the list.
    at: shortKeys(keyOfList(keyOfParts<Quantile>({ part: numberKey, of: numberKey, side: wordKey })), 2),
    distinctUpTo: numberKey,
    ties: wordKey,
    view: viewKey,
  },
  check: () => {},
}

/**
 * A rank in the ascending order of n values, counted from 1: `lower` is ⌈part·n/of⌉, `upper` is ⌊part·n/of⌋ +
 * 1. The median of any n is the mean of lower and upper at 1/2. `before` and `after` are the ranks next to 1
 * + part·(n−1)/of, between which a quantile is interpolated. Weights count as repeated values.
 */
export interface Quantile {
  readonly part: number
  readonly of: number
  readonly side: 'lower' | 'upper' | 'before' | 'after'
}

/** Observed values at the requested ranks. */
export interface OrderStatistics {
  /** Total weight of the rows that have a value. */
  readonly n: number
  /** One for each requested rank; empty where n is 0. */
  readonly values: readonly number[]
  /** All distinct values, ascending, or null where there are more than the requested limit. */
  readonly distinct: readonly number[] | null
  /**
   * How the value of each rank lies among the others, if requested; absent where `distinct` has all values.
   */
  readonly ties?: readonly Tie[]
}

/** The place of one value among all. */
export interface Tie {
  /** The weight of the rows with a smaller value. */
  readonly below: number
  /** The weight of the rows with this value or a smaller one. */
  readonly upTo: number
  /** The next smaller value; −∞ where there is none. */
  readonly before: number
  /** The next greater value; ∞ where there is none. */
  readonly after: number
}

/** The rank of a quantile among n values. */
export function rankOf({ part, of, side }: Quantile, n: number): number {
  const isBetween = side === 'before' || side === 'after'
  const place = isBetween ? placeBetween({ part, of }, n) : (part * n) / of
  const rank =
    side === 'lower' || side === 'after' ? Math.ceil(place) : Math.floor(place) + (side === 'upper' ? 1 : 0)
  // With fractional weights no rank may exceed n.
  return Math.min(n, Math.max(1, rank))
}

/**
 * A quantile by linear interpolation between the values at `before` and `after` it (Hyndman and Fan's type
 * 7).
 */
export function interpolate(
  quantile: Pick<Quantile, 'part' | 'of'>,
  n: number,
  before: number,
  after: number,
): number {
  const place = placeBetween(quantile, n)
  const share = place - Math.floor(place)
  if (before === after || !(place >= 1)) return before
  // Halves, and starting from the nearer end: so no step overflows.
  const half = after / 2 - before / 2
  return share < 0.5 ? before + 2 * share * half : after - 2 * (1 - share) * half
}

function placeBetween({ part, of }: Pick<Quantile, 'part' | 'of'>, n: number): number {
  return (part * (n - 1)) / of + 1
}
