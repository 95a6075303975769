import { levelProducts, mixedProducts, numberDistances, sumOfProducts } from './centred-distances.ts'
import type { LevelDistances, NumberDistances } from './centred-distances.ts'
import { standardise } from './sorted-numbers.ts'
import type { Sorted } from './sorted-numbers.ts'

/**
 * Numbers of a target in ascending order, which are its places, and the ranks of the distinct ones from 0.
 */
interface OrderedTarget extends NumberDistances {
  readonly ranks: Uint32Array
  readonly distinct: number
}

/** Sums of products of centred distances: of both, and of each with itself. */
export interface DistanceSums {
  readonly joint: number
  readonly column: number
  readonly target: number
}

export function orderedTarget(sorted: Float64Array, unbiased: boolean): OrderedTarget {
  const order = Uint32Array.from({ length: sorted.length }, (_, at) => at)
  const distances = distancesOfNumbers({ sorted, order }, unbiased)
  const ranks = new Uint32Array(sorted.length)
  for (let at = 1; at < ranks.length; at++)
    ranks[at] = ranks[at - 1] + (distances.sorted[at] === distances.sorted[at - 1] ? 0 : 1)
  return { ...distances, ranks, distinct: (ranks.at(-1) ?? 0) + 1 }
}

export function distancesOfNumbers({ sorted, order }: Sorted, unbiased: boolean): NumberDistances {
  return numberDistances(standardise(unbiased ? withoutEnds(sorted) : sorted), order, unbiased)
}

/**
 * Numbers in ascending order whose least and greatest are moved to the next ones. No U-centred distance
 * changes, because one row gets as much nearer to all others; so one number far from the rest costs no
 * digits.
 */
function withoutEnds(sorted: Float64Array): Float64Array {
  const moved = sorted.slice()
  const last = moved.length - 1
  if (last < 3) return moved
  moved[0] = moved[1]
  moved[last] = moved[last - 1]
  return moved
}

export function distanceSums(
  column: NumberDistances | LevelDistances,
  target: OrderedTarget | LevelDistances,
  unbiased: boolean,
): DistanceSums {
  return { joint: productsOf(column, target, unbiased), column: column.squares, target: target.squares }
}

function productsOf(
  column: NumberDistances | LevelDistances,
  target: OrderedTarget | LevelDistances,
  unbiased: boolean,
): number {
  if ('codes' in column) {
    return 'codes' in target
      ? levelProducts(column, target, unbiased)
      : mixedProducts(target, column, unbiased)
  }
  if ('codes' in target) return mixedProducts(column, target, unbiased)
  const rows = column.sums.length
  let inRows = 0
  for (let place = 0; place < rows; place++) inRows += column.sums[place] * target.sums[place]
  const means = (column.total / rows) * (target.total / rows)
  const products = sumOfProducts(column, target.sorted, target.ranks, target.distinct)
  return unbiased
    ? products - (2 / (rows - 2)) * inRows - means / (1 - 1 / rows)
    : products - (2 / rows) * inRows - means
}
