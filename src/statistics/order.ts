/**
 * A place in the ascending order of n values, counted from 1: `lower` is ⌈part·n/of⌉, `upper` is ⌊part·n/of⌋ + 1.
 * The median of any n is the mean of lower and upper at 1/2. Weights count as repeated values.
 */
export interface Quantile {
  readonly part: number
  readonly of: number
  readonly side: 'lower' | 'upper'
}

/** Observed values at the places asked for. */
export interface OrderStatistics {
  /** Total weight of the rows that have a value. */
  readonly n: number
  /** One for each place asked for; empty where n is 0. */
  readonly values: readonly number[]
  /** All distinct values, ascending, or null where there are more than asked for. */
  readonly distinct: readonly number[] | null
}

/** The rank a quantile means among n values. */
export function rankOf({ part, of, side }: Quantile, n: number): number {
  const place = (part * n) / of
  // Fractional weights: no rank lies beyond the last value.
  return Math.min(n, side === 'lower' ? Math.max(1, Math.ceil(place)) : Math.floor(place) + 1)
}
