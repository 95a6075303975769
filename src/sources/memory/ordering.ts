import { rankOf } from '../../statistics/order.ts'
import type { OrderStatistics, Quantile } from '../../statistics/order.ts'

/** Observed values at given places of the order, and the distinct values where they are few. */
export function orderStatistics(
  values: Float64Array,
  weights: Float64Array | null,
  at: readonly Quantile[],
  distinctUpTo: number,
): OrderStatistics {
  if (weights) return weightedOrderStatistics(values, weights, at, distinctUpTo)
  const n = values.length
  const distinct = fewDistinct(values, distinctUpTo)
  if (n === 0) return { n, values: [], distinct }
  const ranks = at.map((quantile) => rankOf(quantile, n))
  const partly = values.slice()
  placeRanks(
    partly,
    0,
    n - 1,
    [...new Set(ranks)].sort((a, b) => a - b).map((rank) => rank - 1),
  )
  return { n, values: ranks.map((rank) => partly[rank - 1]), distinct }
}

function weightedOrderStatistics(
  values: Float64Array,
  weights: Float64Array,
  at: readonly Quantile[],
  distinctUpTo: number,
): OrderStatistics {
  const groups = tieGroups(values, weights)
  let total = 0
  const upTo = groups.weights.map((weight) => (total += weight))
  const distinct = groups.values.length <= distinctUpTo ? [...groups.values] : null
  if (total === 0) return { n: total, values: [], distinct }
  const found = at.map((quantile) => groups.values[lowerBound(upTo, rankOf(quantile, total))])
  return { n: total, values: found, distinct }
}

/** The distinct values, ascending, or null as soon as there are more than `most`. */
function fewDistinct(values: Float64Array, most: number): readonly number[] | null {
  const seen = new Set<number>()
  for (const value of values) {
    seen.add(value)
    if (seen.size > most) return null
  }
  return [...seen].sort((a, b) => a - b)
}

/**
 * Puts the values of the given places, ascending, where a full sort would put them (Hoare's selection, for several places
 * at once): a part without a wanted place is left unsorted.
 */
function placeRanks(values: Float64Array, from: number, to: number, places: readonly number[]): void {
  let low = from
  const high = to
  let wanted = places
  while (wanted.length > 0 && high - low > 40) {
    const pivot = median(values[low], values[(low + high) >> 1], values[high])
    let left = low
    let right = high
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const value = values[left]
      values[left++] = values[right]
      values[right--] = value
    }
    // Between the two parts stand values equal to the pivot, each in its place already.
    placeRanks(
      values,
      low,
      right,
      wanted.filter((place) => place <= right),
    )
    wanted = wanted.filter((place) => place >= left)
    low = left
  }
  if (wanted.length > 0) values.subarray(low, high + 1).sort()
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** Mid-ranks of values, each weight counting as repeated values, and Σ (t³ − t) over the groups of ties. */
export function midRanks(
  values: Float64Array,
  weights: Float64Array | null,
): { ranks: Float64Array; ties: number } {
  const groups = tieGroups(values, weights)
  let below = 0
  let ties = 0
  const middle = groups.weights.map((t) => {
    const rank = below + (t + 1) / 2
    below += t
    ties += t * t * t - t
    return rank
  })
  // A value of weight 0 may lie beyond all that count; as NaN it would spoil every sum.
  return { ranks: values.map((value) => middle[lowerBound(groups.values, value)] ?? 0), ties }
}

/** Distinct values ascending with the weight of each: all that mid-ranks need. */
interface TieGroups {
  readonly values: Float64Array
  readonly weights: Float64Array
}

function tieGroups(values: Float64Array, weights: Float64Array | null): TieGroups {
  const inPlay = weights ? values.filter((_, row) => weights[row] > 0) : values
  const sorted = inPlay.slice().sort()
  const sizes = new Float64Array(sorted.length)
  let groups = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && sorted[i] !== sorted[groups - 1]) sorted[groups++] = sorted[i]
    else if (i === 0) groups = 1
    sizes[groups - 1]++
  }
  const distinct = sorted.subarray(0, groups)
  if (!weights) return { values: distinct, weights: sizes.subarray(0, groups) }
  const total = new Float64Array(groups)
  values.forEach((value, row) => {
    if (weights[row] > 0) total[lowerBound(distinct, value)] += weights[row]
  })
  return { values: distinct, weights: total }
}

/** First place whose value is at least the one sought. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
