import { CribaError } from '../spec/error.ts'
import { countMembers, variablesOf, widestOf } from './family.ts'
import type { Family } from './family.ts'
import { familyKey, numberKey, variableKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * How single variables depend on a target, in whatever shape, over the rows complete in both.
 *
 * - `xi`: how far the ranks of the target jump from row to row, in the order of the variable (Chatterjee
 *   2021). Rows tied in the variable are ordered by the seed, whatever the order of the rows. Numbers only;
 * - `distance`: products of centred distances (Székely, Rizzo and Bakirov 2007): absolute differences of
 *   numbers, 0 or 1 of levels;
 * - `kernel`: products of centred kernels (Gretton et al. 2005): exp(−d²/(2σ²)) of numbers, σ the median of
 *   the distances between rows of different values, 1 or 0 of levels.
 */
export interface DependenceRequest {
  readonly kind: 'dependence'
  readonly measure: 'xi' | 'distance' | 'kernel'
  /** Sets of one variable. */
  readonly family: Family
  readonly target: Variable
  /**
   * Of `distance` and `kernel`: matrices centred so that their products are unbiased (Székely and Rizzo 2014;
   * Song et al. 2012).
   */
  readonly unbiased: boolean
  /** Of `xi`. */
  readonly seed: number
  /** Weights are 0 or 1. */
  readonly view: View
}

export const dependenceKind: RequestKind<DependenceRequest> = {
  views: { view: 'one' },
  variables: (request) => [...variablesOf(request.family), request.target],
  key: {
    measure: wordKey,
    family: familyKey,
    target: variableKey,
    unbiased: wordKey,
    seed: numberKey,
    view: viewKey,
  },
  check: ({ measure, family, target }) => {
    if (countMembers(family) > 0 && widestOf(family) !== 1)
      throw new CribaError('invalid', 'invalid family of dependence: needs sets of one variable')
    if (measure === 'xi' && [target, ...variablesOf(family)].some(({ coding }) => coding !== null))
      throw new CribaError('invalid', 'invalid variables of dependence: xi needs numbers')
  },
}

/**
 * What the rows of each variable sum to. With the unbiased option, the products leave out each row with
 * itself.
 *
 * - `xi`: `joint` is Σ|r_{i+1} − r_i|, `target` Σ l_i(n − l_i), `column` 0 where the column is constant,
 *   `variance` that of √n·ξ where nothing is related;
 * - `distance`: the sums of products of the centred matrices, of both and of each with itself;
 * - `kernel`: `joint` is the sum of products, and the sums of each with itself are 0 where a matrix is, else
 *   NaN.
 */
export interface Dependence {
  /** Included rows. */
  readonly n: Float64Array
  readonly joint: Float64Array
  readonly column: Float64Array
  readonly target: Float64Array
  readonly variance: Float64Array
}

/** The numbers of an answer for each member, in this order. */
export const partsOfDependence = ['n', 'joint', 'column', 'target', 'variance'] as const

/** An answer for a number of members, without rows. */
export function emptyDependence(members: number): Dependence {
  const unknown = () => new Float64Array(members).fill(NaN)
  return {
    n: new Float64Array(members),
    joint: unknown(),
    column: unknown(),
    target: unknown(),
    variance: unknown(),
  }
}
