import { levelProducts, mixedProducts } from './level-distances.ts'
import type { LevelDistances } from './level-distances.ts'
import { numberDistances, sumOfProducts } from './number-distances.ts'
import type { CentredDistances, NumberDistances } from './number-distances.ts'
import { standardise } from './sorter.ts'
import type { Sorted } from './sorter.ts'

/** A target over the rows of a column, by place: its numbers with the ranks of the distinct ones, or its levels. */
export type DistanceTarget =
  | (NumberDistances & {
      readonly numbers: Float64Array
      readonly ranks: Uint32Array
      readonly distinct: number
    })
  | LevelDistances

/** Sums of products of centred distances: of both, and of each with itself. */
export interface DistanceSums {
  readonly joint: number
  readonly column: number
  readonly target: number
}

/** A target of numbers in ascending order, which are its places. */
export function targetOfNumbers({ sorted }: Pick<Sorted, 'sorted'>): DistanceTarget {
  const numbers = standardise(sorted)
  const ranks = new Uint32Array(numbers.length)
  for (let at = 1; at < ranks.length; at++)
    ranks[at] = ranks[at - 1] + (numbers[at] === numbers[at - 1] ? 0 : 1)
  const order = ranks.map((_, at) => at)
  return { ...numberDistances(numbers, order), numbers, ranks, distinct: (ranks.at(-1) ?? 0) + 1 }
}

export function distancesOfNumbers({ sorted, order }: Sorted): NumberDistances {
  return numberDistances(standardise(sorted), order)
}

/** A sum of squares below this share of what the rows with themselves take away is rounding. */
const rounding = 1e-12

export function distanceSums(
  column: NumberDistances | LevelDistances,
  target: DistanceTarget,
  unbiased: boolean,
): DistanceSums {
  const joint = productsOf(column, target)
  if (!unbiased) return { joint, column: column.squares, target: target.squares }
  const rows = column.sums.length
  const squares = (one: CentredDistances) => {
    const found = withoutOwn(one.squares, one, one, rows)
    return found > rounding * one.squares ? found : 0
  }
  return {
    joint: withoutOwn(joint, column, target, rows),
    column: squares(column),
    target: squares(target),
  }
}

function productsOf(column: NumberDistances | LevelDistances, target: DistanceTarget): number {
  if ('codes' in column)
    return 'codes' in target ? levelProducts(column, target) : mixedProducts(target, column)
  if ('codes' in target) return mixedProducts(column, target)
  const { numbers, ranks, distinct } = target
  const rows = numbers.length
  return (
    sumOfProducts(column, numbers, ranks, distinct) -
    (2 / rows) * sumOfSums(column, target) -
    (column.total / rows) * (target.total / rows)
  )
}

/**
 * The same products of U-centred distances, of each two different rows (Székely and Rizzo 2014): from the doubly centred ones, by
 * what the centring adds to a row with itself.
 */
function withoutOwn(joint: number, column: CentredDistances, target: CentredDistances, rows: number): number {
  const own = (4 / (rows * (rows - 2))) * sumOfSums(column, target)
  return joint - own - ((column.total / rows) * (target.total / rows)) / (rows - 1)
}

/** Σ over the rows of the product of both centred sums of distances. */
function sumOfSums(column: CentredDistances, target: CentredDistances): number {
  let sum = 0
  for (let place = 0; place < column.sums.length; place++) sum += column.sums[place] * target.sums[place]
  return sum
}
