import { CribaError } from '../spec/error.ts'
import { keyOfParts, keyOfVariants, numberKey, variableKey, variablesKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * How columns differ between each row and its neighbours, summed over rows: what the Relief family is made
 * of.
 *
 * Numbers are scaled to range 1 and levels differ by 1, so each column differs by 0 to 1. A distance is the
 * sum of the differences (`manhattan`) or of their squares (`euclidean`) over all columns. Where a value is
 * missing, its difference is the one that is expected of a value drawn from its class (Kononenko 1994), or
 * from all rows where the class has none, or the target is numeric. A column of which no value is known
 * differs nowhere.
 *
 * Distances that differ from a distance D by less than e + 2⁻⁵²·D·(d/2 + 8) are equal to it, which is more
 * than their rounding: d is the number of columns, e = 2⁻⁵⁰·s, or e·(2√D + e) of a sum of squares, s the sum
 * over columns of numbers of max |x| / range.
 */
export interface ContrastsRequest {
  readonly kind: 'contrasts'
  /** The columns that distances are measured on, and whose differences are summed: numbers and levels. */
  readonly columns: readonly Variable[]
  /** Classes, or numbers. Rows without a target are left out. */
  readonly target: Variable
  readonly metric: 'manhattan' | 'euclidean'
  /** What is summed over the neighbours: the differences of a column, or their squares. */
  readonly differences: 'absolute' | 'squared'
  readonly neighbourhood: Neighbourhood
  /**
   * Among which rows neighbours are searched: in each class apart, or for each class in turn in it and in the
   * rest. Of a numeric target always among all rows.
   */
  readonly among: 'classes' | 'rest'
  /** Only so many rows, drawn by the seed, are compared with their neighbours; null for all. */
  readonly sample: { readonly rows: number; readonly seed: number } | null
  /** Weights are 0 or 1. */
  readonly view: View
}

/**
 * - `nearest`: the k nearest. Rows tied at the k-th distance share the remaining places (`shared`), or the
 *   lowest rows take them (`first`). Where there are fewer than k, all. With a `decay` σ the p-th nearest
 *   weighs exp(−(p/σ)²), else all weigh alike.
 * - `radius`: the rows nearer than the mean distance of all pairs of rows (`pairs`), or than the mean of a
 *   row's own distances less half their standard deviation (`row`). With `far` also the others, of `row` only
 *   those beyond the mean and half the standard deviation.
 */
export type Neighbourhood =
  | {
      readonly of: 'nearest'
      readonly k: number
      readonly ties: 'shared' | 'first'
      readonly decay: number | null
    }
  | { readonly of: 'radius'; readonly mean: 'pairs' | 'row'; readonly far: boolean }

/**
 * Sums over rows. A partition p divides the rows into groups: with `classes` there is one partition, into
 * classes; with `rest` one for each class, into it and the rest; of a numeric target one, into a single
 * group.
 */
export interface Contrasts {
  /** Rows used. */
  readonly n: number
  /** How many of them have a value, for each column. */
  readonly known: Float64Array
  /** Rows of each class; of a numeric target all rows. */
  readonly classes: Float64Array
  readonly partitions: number
  /** Groups of a partition. */
  readonly groups: number
  /** For each partition and group: the rows that were compared with their neighbours. */
  readonly compared: Float64Array
  /**
   * For each partition, group g and group h, column by column: Σ over rows of g of the mean difference to its
   * neighbours in h.
   */
  readonly near: Float64Array
  /** The sums of `near` for the far rows, if the neighbourhood has them; else empty. */
  readonly far: Float64Array
  /**
   * Of a numeric target: Σ over rows of the mean difference of the target, and for each column of its product
   * with the column's.
   */
  readonly ofTarget: number
  readonly withTarget: Float64Array
}

const neighbourhoodKey = keyOfVariants<Neighbourhood, 'of'>('of', {
  nearest: { k: numberKey, ties: wordKey, decay: (decay) => (decay === null ? 'none' : numberKey(decay)) },
  radius: { mean: wordKey, far: wordKey },
})
const drawnKey = keyOfParts<NonNullable<ContrastsRequest['sample']>>({ rows: numberKey, seed: numberKey })

export const contrastsKind: RequestKind<ContrastsRequest> = {
  views: { view: 'one' },
  variables: ({ columns, target }) => [...columns, target],
  key: {
    columns: variablesKey,
    target: variableKey,
    metric: wordKey,
    differences: wordKey,
    neighbourhood: neighbourhoodKey,
    among: wordKey,
    sample: (sample) => (sample ? drawnKey(sample) : 'all'),
    view: viewKey,
  },
  check: ({ metric, neighbourhood, sample }) => {
    if (neighbourhood.of === 'nearest') refuseBelowOne('k', neighbourhood.k)
    // Only sums of differences have a mean over pairs that needs no pairs.
    if (neighbourhood.of === 'radius' && neighbourhood.mean === 'pairs' && metric !== 'manhattan') {
      throw new CribaError('invalid', `invalid metric: ${metric} (a mean over pairs needs manhattan)`)
    }
    if (sample) refuseBelowOne('sample', sample.rows)
  },
}

function refuseBelowOne(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return
  throw new CribaError('invalid', `invalid ${name}: ${value} (needs a whole number of 1 or more)`)
}
