import log2 from '@stdlib/math-base-special-log2'
import { emptyEntropies, EntropySums } from '#core'
import type { Counts, Entropies } from '#core'
import { millerMadow, plugIn, sumOfEntropies } from './estimators.ts'
import { countRows, marginal, slices } from './marginals.ts'
import type { Slice } from './marginals.ts'
import { conditionalMutualInformation, mutualInformation } from './quantities.ts'
import type { Axes, Quantity } from './quantities.ts'

/** The value of a quantity, in bits. */
export type Estimate = (quantity: Quantity) => number

/**
 * Estimators of quantities from a contingency table; a quantity refers to the axes of the table.
 * `tableEstimators.shrink(table)` is a function of any number of quantities. `shrink` depends on all axes of
 * the table, so the table should have only those of the quantity.
 */
export const tableEstimators = {
  'plug-in': (table: Counts): Estimate => fromEntropies(table, sumsFor(table), plugIn),
  'miller-madow': (table: Counts): Estimate => fromEntropies(table, sumsFor(table), millerMadow),
  shrink: (table: Counts): Estimate => {
    const shrunk = shrinkage(table)
    return (quantity) => {
      const entropies = quantity.terms.map(({ axes }) => [shrunk.entropy(axes)])
      const bits = sumOfEntropies(quantity, entropies, 0)
      return quantity.neverNegative ? Math.max(0, bits) : bits
    }
  },
} as const

/** I[X;Y|Z = z] for one level z. */
export interface SliceInformation extends Slice {
  readonly bits: number
}

/** I[X;Y|Z] and I[X;Y|Z = z] for each level z with rows; I[X;Y|Z] is their weighted mean (S1 eq 11). */
export function informationByLevel(
  table: Counts,
  x: Axes,
  y: Axes,
  given: Axes,
): { readonly bits: number; readonly levels: readonly SliceInformation[] } {
  const sums = sumsFor(table)
  const within = mutualInformation(x, y)
  return {
    bits: fromEntropies(table, sums, plugIn)(conditionalMutualInformation(x, y, given)),
    levels: slices(table, given).map((slice) => ({
      ...slice,
      bits: fromEntropies(slice.table, sums, plugIn)(within),
    })),
  }
}

function fromEntropies(table: Counts, sums: EntropySums, estimate: typeof plugIn): Estimate {
  const cache = new Map<string, Entropies>()
  const entropiesOf = (axes: Axes) => {
    const key = axes.join()
    const entropies = cache.get(key) ?? emptyEntropies(1)
    if (!cache.has(key)) sums.put(entropies, 0, marginal(table, axes).cells)
    cache.set(key, entropies)
    return entropies
  }
  return (quantity) =>
    estimate(
      quantity,
      quantity.terms.map(({ axes }) => entropiesOf(axes)),
      0,
    )
}

function sumsFor(table: Counts): EntropySums {
  return new EntropySums(countRows(table))
}

/**
 * A table shrunk towards the uniform one: p* = λt + (1−λ)p over the product of the occurring levels of its
 * axes.
 */
interface Shrinkage {
  /** λ between 0 (the table as it is) and 1 (uniform). */
  readonly lambda: number
  /** The entropy of some axes of the shrunk table, in bits. */
  entropy(axes: Axes): number
}

/**
 * James–Stein shrinkage of Hausser and Strimmer (2009): λ = (1 − Σp²)/((n−1) Σ(t−p)²), between 0 and 1, and 1
 * where p is uniform; t = 1/K, K the product of the numbers of occurring levels of all axes of the table. All
 * entropies are those of this one table, so they depend on its axes; the margins are shrunk with the same λ,
 * since a margin of t is uniform.
 */
export function shrinkage(table: Counts): Shrinkage {
  const n = countRows(table)
  const seen = table.levels.map(
    (_, axis) => marginal(table, [axis]).cells.filter((count) => count > 0).length,
  )
  const sizeOf = (axes: Axes) => axes.reduce((product, axis) => product * seen[axis], 1)
  const lambda = shrinkageOf(table.cells, n, sizeOf(table.levels.map((_, axis) => axis)))
  return {
    lambda,
    entropy(axes) {
      if (n === 0) return 0
      const counts = marginal(table, axes).cells.filter((count) => count > 0)
      return entropyOf(counts, n, sizeOf(axes), lambda)
    },
  }
}

/**
 * λ with numerator and denominator multiplied by K²: with whole counts every term is whole, and no digits
 * cancel.
 */
function shrinkageOf(cells: Float64Array, n: number, size: number): number {
  let spread = 0
  let distance = 0
  let empty = size
  for (const count of cells) {
    if (count === 0) continue
    spread += count * (n - count)
    distance += (size * count - n) * (size * count - n)
    empty--
  }
  distance += empty * n * n
  const bound = (n - 1) * distance
  return bound > 0 ? Math.min(1, (size * size * spread) / bound) : 1
}

/** Summed from the smallest count to the greatest, so that names and order of levels do not matter. */
function entropyOf(counts: Float64Array, n: number, size: number, lambda: number): number {
  const ascending = counts.toSorted()
  const empty = size - ascending.length
  let bits = empty > 0 ? empty * information(lambda / size) : 0
  for (let from = 0; from < ascending.length;) {
    let to = from
    while (to < ascending.length && ascending[to] === ascending[from]) to++
    bits += (to - from) * information(lambda / size + (1 - lambda) * (ascending[from] / n))
    from = to
  }
  return bits
}

/** −p·log₂ p. */
function information(p: number): number {
  return p > 0 ? -p * log2(p) : 0
}
