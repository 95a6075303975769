import { emptyEntropies, EntropySums } from '#core'
import type { Counts, Entropies } from '#core'
import { millerMadow, plugIn, sumOfEntropies } from './estimators.ts'
import { countRows, marginal, slices } from './marginals.ts'
import type { Slice } from './marginals.ts'
import { conditionalMutualInformation, mutualInformation } from './quantities.ts'
import type { Axes, Quantity } from './quantities.ts'
import { shrinkage } from './shrinkage.ts'

/** The value of a quantity, in bits. */
export type Estimate = (quantity: Quantity) => number

/**
 * Estimators of quantities from a contingency table; a quantity refers to the axes of the table. `tableEstimators.shrink(table)`
 * is a function of any number of quantities. `shrink` depends on all axes of the table, so the table should have only those
 * of the quantity.
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
