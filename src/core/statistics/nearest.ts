import { CribaError } from '../spec/error.ts'
import { refuseEmptySets, variablesOf } from './family.ts'
import type { Family } from './family.ts'
import {
  familyKey,
  keyOfParts,
  keyOfVariants,
  numberKey,
  variableKey,
  variablesKey,
  viewKey,
  wordKey,
} from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Scale, Variable } from './variable.ts'
import type { View } from './view.ts'

/** Metrics and their codes in the kernels: see `nearest-metric` in assembly/. */
export const metricCodes = { euclidean: 0, manhattan: 1, chebyshev: 2 } as const
export type DistanceMetric = keyof typeof metricCodes

/**
 * Sums over rows of a statistic of each row's nearest neighbours, for each set of a family. Distances are
 * measured on the columns of the set, and no row is its own neighbour. A member uses the rows complete in the
 * set and in the variables that `wanted` names.
 *
 * Neighbours are exact, and distances that differ by no more than their rounding are equal, so ties do not
 * depend on the units of the columns: src/memory/neighbours/rounding.ts states the bound, which is in the
 * order of 10⁻¹² of a distance. A distance adds up differences in the order of the set (squared for
 * `euclidean`); rows are summed in their order, in blocks (src/memory/threads/blocks.ts) whose sums are added
 * in order. So every search algorithm gives the same bits.
 */
export interface NearestRequest {
  readonly kind: 'nearest'
  /** Sets of numeric variables; of `conditional` by `mesner-shalizi` also of levels. */
  readonly family: Family
  /** How many neighbours, at least 1 and fewer than the rows. */
  readonly k: number
  readonly metric: DistanceMetric
  /** Applied to each column, and to the target, over the included rows. A constant column becomes 0. */
  readonly scale: Scale
  /**
   * Noise that breaks ties between rows, as a multiple of each column's spread; 0 for none. With noise only
   * the same distances are equal. It is added to every number except the target of `differences`. For `ksg`,
   * `conditional` and `levels` it is added only where neighbours tie, and the reported ties are those of the
   * numbers without noise.
   */
  readonly jitter?: number
  readonly wanted: NearestWanted
  /** Weights are 0 or 1. */
  readonly view: View
}

/**
 * - `differences`: how the target, or its mid-rank among the included rows, differs between a row and its
 *   neighbours (delta test, gamma test);
 * - `distances`: the logarithm of the distance to the k-th neighbour (Kozachenko–Leonenko);
 * - `ksg`: how many rows are within the k-th distance in each marginal space, that of the set and that of
 *   `with` (Kraskov, Stögbauer and Grassberger): neighbours are searched in the joint space of both, and the
 *   metric is `chebyshev`;
 * - `conditional`: how many rows are within the k-th distance in the spaces of the set and `given`, of `with`
 *   and `given`, and of `given`: neighbours are searched in the joint space of all, and the metric is
 *   `chebyshev`. By `frenzel-pompe` all are numbers, and rows strictly nearer count; by `mesner-shalizi`
 *   two levels are at distance 1, and rows at most as far count (see `digammas`);
 * - `levels`: how many rows are nearer than the k-th nearest row of the same level (Ross).
 */
export type NearestWanted =
  | {
      readonly of: 'differences'
      readonly target: Variable
      readonly as: 'value' | 'rank'
      readonly ties: 'shared' | 'first'
    }
  | { readonly of: 'distances' }
  | { readonly of: 'ksg'; readonly with: readonly Variable[]; readonly rule: 1 | 2 }
  | {
      readonly of: 'conditional'
      readonly with: readonly Variable[]
      readonly given: readonly Variable[]
      readonly rule: ConditionalRule
      /** Also how often it is as large under permutations of the set. */
      readonly permuted?: LocalPermutations
    }
  | { readonly of: 'levels'; readonly target: Variable }

/** The estimator of conditional information by Frenzel and Pompe (2007), or by Mesner and Shalizi (2021). */
export type ConditionalRule = 'frenzel-pompe' | 'mesner-shalizi'

/**
 * Permutations of the rows of a set that keep what it has to do with the variables given (Runge 2018): each row gets
 * the values of one of its `neighbours` nearest in those, itself among them, of a row that was not used yet where
 * there is one. Rows that have that many equal in all that is given are permuted among themselves.
 */
export interface LocalPermutations {
  readonly seed: number
  readonly neighbours: number
  /** The numbers of the permutations: each has a stream of its own, by the seed and the names of the set. */
  readonly first: number
  readonly last: number
}

const permutedKey = keyOfParts<LocalPermutations>({
  seed: numberKey,
  neighbours: numberKey,
  first: numberKey,
  last: numberKey,
})

const wantedKey = keyOfVariants<NearestWanted, 'of'>('of', {
  differences: { target: variableKey, as: wordKey, ties: wordKey },
  distances: {},
  ksg: { with: variablesKey, rule: numberKey },
  conditional: { with: variablesKey, given: variablesKey, rule: wordKey, permuted: permutedKey },
  levels: { target: variableKey },
})

export const nearestKind: RequestKind<NearestRequest> = {
  views: { view: 'one' },
  variables: ({ family, wanted }) => [...variablesOf(family), ...otherVariablesOf(wanted)],
  key: {
    family: familyKey,
    k: numberKey,
    metric: wordKey,
    scale: wordKey,
    jitter: numberKey,
    wanted: wantedKey,
    view: viewKey,
  },
  check: ({ kind, family, k, wanted }) => {
    // A distance in no variables treats all rows as one point; a marginal count in none is undefined.
    if (wanted.of !== 'differences' && wanted.of !== 'distances') refuseEmptySets(family, kind)
    if (!Number.isInteger(k) || k < 1) {
      throw new CribaError('invalid', `invalid k: ${k} (needs a whole number of 1 or more)`)
    }
    if ('with' in wanted && wanted.with.length === 0) {
      throw new CribaError(
        'invalid',
        `invalid ${wanted.of} request: no variable besides the sets (needs 1 or more)`,
      )
    }
  },
}

/** The variables that a request uses besides the sets of its family. */
export function otherVariablesOf(wanted: NearestWanted): readonly Variable[] {
  if ('target' in wanted) return [wanted.target]
  if (wanted.of === 'conditional') return [...wanted.with, ...wanted.given]
  return 'with' in wanted ? wanted.with : []
}

/** Sums over rows for each member of the family. Arrays that were not requested are empty. */
export interface Nearest {
  /** Included rows. */
  readonly n: Float64Array
  /**
   * `differences`, member by member, for neighbour p = 1 … k: Σ (y_i − y_p)² on the scale; rows tied at a
   * distance share its places.
   */
  readonly squaredDifferences: Float64Array
  /** `differences`: the divisor by which the target, or its mid-ranks, were scaled. */
  readonly targetSpread: Float64Array
  /** `differences`, in the same order: Σ of the squared distances to neighbour p. */
  readonly squaredDistances: Float64Array
  /** `distances`: Σ log(r_k + 2.2·10⁻¹⁶), natural logarithm. */
  readonly logDistances: Float64Array
  /**
   * `ksg`: Σ ψ(n_x+1) + ψ(n_y+1) by rule 1, Σ ψ(n_x) + ψ(n_y) by rule 2. `conditional`: Σ ψ(n_xz+1) +
   * ψ(n_yz+1) − ψ(n_z+1) − ψ(k) of the other rows strictly nearer by `frenzel-pompe`, Σ ψ(n_xz) + ψ(n_yz) −
   * ψ(n_z) − ψ(n_xyz) of those at most as far as the k-th neighbour by `mesner-shalizi`; with nothing given
   * n_z are all other rows. `levels`: Σ ψ(m) + ψ(n_c) − ψ(k) over the rows that share their level with another
   * row; only these are counted in n.
   */
  readonly digammas: Float64Array
  /** `permuted`: how many of the permutations make the information at least as large. */
  readonly exceedances: Float64Array
  /** Rows whose k-th neighbour is at distance 0. */
  readonly zeros: Float64Array
  /** Rows with more than k neighbours within the k-th distance. */
  readonly tied: Float64Array
}

/** An answer for a number of members, each sum NaN. */
export function emptyNearest(members: number, k: number, { of }: NearestWanted): Nearest {
  const sums = (length: number) => new Float64Array(length).fill(NaN)
  const places = of === 'differences' ? members * k : 0
  return {
    n: new Float64Array(members),
    squaredDifferences: sums(places),
    squaredDistances: sums(places),
    targetSpread: sums(of === 'differences' ? members : 0),
    logDistances: sums(of === 'distances' ? members : 0),
    digammas: sums(of === 'differences' || of === 'distances' ? 0 : members),
    exceedances: sums(of === 'conditional' ? members : 0),
    zeros: new Float64Array(members),
    tied: new Float64Array(members),
  }
}
