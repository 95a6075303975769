import { CribaError } from '../spec/error.ts'
import {
  eventKey,
  keyOfList,
  keyOfParts,
  keyOfVariants,
  numberKey,
  variableKey,
  variablesKey,
  viewKey,
  wordKey,
} from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { EventVariable, Variable } from './variable.ts'
import { variablesOfView } from './view.ts'
import type { View } from './view.ts'

/**
 * What the weights θ_j of columns j and of groups g of columns are penalised by; p_j, p_g: how many
 * orthonormal columns they have.
 */
export type PathPenalty =
  /** λ·(columns·Σ √p_j ‖θ_j‖ + groups·Σ √p_g ‖θ_g‖ + ½·squares·Σ ‖θ_j‖²). */
  | { readonly kind: 'norms'; readonly columns: number; readonly groups: number; readonly squares: number }
  /**
   * λ·Σ √p_j ‖θ_j‖/‖θ̂_j‖^power, θ̂ the weights of least squares; where these are not unique, of the ridge
   * regression that adds ½·ridge·Σ‖θ_j‖², for a target of variance 1.
   */
  | { readonly kind: 'adaptive'; readonly power: number; readonly ridge: number }
  /** λ·Σ p_j^(1−power/2) ‖θ_j‖^power, to the local minimum that ridge regressions reach from θ̂. */
  | { readonly kind: 'bridge'; readonly power: number; readonly ridge: number }
  /**
   * λ·(ratio·Σ |θ_j| + (1−ratio)·Σ |θ_i − θ_j|), over neighbours within a group or over all pairs of a group;
   * numbers only.
   */
  | { readonly kind: 'fused'; readonly ratio: number; readonly pairs: 'neighbours' | 'group' }

/**
 * A linear model along a falling penalty: for each penalty λ the weights w and the intercept b that minimise
 *
 *     1/(2n)·‖y − b − Xw‖² + the penalty, ‖θ_j‖ = standard deviation of X_j w_j
 *
 * over the rows of the view, which are complete in all columns. Columns, or groups, that span the same share
 * their weights evenly. θ_j = w_j s_j for a number, s_j its standard deviation over n; the levels of a
 * categorical column enter together as p_j orthonormal columns, one less than its levels. Several targets y_t
 * are divided by their standard deviations over the rows; their squares are summed, and ‖θ_j‖² = Σ_t ‖θ_jt‖². A
 * source answers it from moments and counts, so no row is read for it.
 */
export interface PathRequest {
  readonly kind: 'path'
  readonly features: readonly Variable[]
  /** How many features each group has; those of a group are adjacent. */
  readonly groups: readonly number[]
  /** Several share one penalty of norms. */
  readonly targets: readonly Variable[]
  readonly penalty: PathPenalty
  /**
   * How many penalties: the greatest lets no column in, the least is `least` times as large, equal ratios
   * between.
   */
  readonly penalties: number
  readonly least: number
  /**
   * The path ends at the penalty where so many features have entered; without it at the least. Not with
   * trials.
   */
  readonly most?: number
  readonly view: View
  /** Parts of the rows, of which some are held out in turn; none without held-out rows. */
  readonly parts: readonly View[]
  readonly trials: readonly { readonly train: readonly number[]; readonly test: number }[]
}

/** Weights along a path, and how well they predict. */
export interface Path {
  readonly n: number
  /** How many lists of weights there are: one for each target, of a likelihood one for each class that has weights. */
  readonly lists: number
  /**
   * From the greatest on, in units of the target, of several in standard deviations of them; fewer than requested
   * where the path ended before.
   */
  readonly penalties: Float64Array
  /**
   * The first weight of each feature, and the number of weights: a number has one, a categorical column one
   * for each level.
   */
  readonly starts: Uint32Array
  /**
   * For each penalty and list the weight of each number and level, in units of the data; those of the levels of a
   * column have mean 0 over the rows. Likewise the intercepts.
   */
  readonly weights: Float64Array
  readonly intercepts: Float64Array
  /**
   * For each penalty and feature ‖θ‖: how much of the prediction's standard deviation it makes by itself, in
   * units of the penalties.
   */
  readonly sizes: Float64Array
  /** For each penalty the mean squared residual; of several targets the sum, as shares of their variances. */
  readonly residuals: Float64Array
  /**
   * The duality gap of each penalty, as a share of the variance of the target; for `bridge` the greatest
   * slope, of columns and a target of variance 1.
   */
  readonly gaps: Float64Array
  /**
   * For each penalty how many orthonormal columns are in; of columns with one weight, as a fused penalty
   * gives them, one.
   */
  readonly degrees: Float64Array
  /** Whether the weights of least squares, where the penalty needs them, are those of a ridge regression. */
  readonly isRidge: boolean
  /**
   * Columns, the target among them, whose squares are beyond the range of numbers: such features are left
   * out.
   */
  readonly unsquarable: readonly Variable[]
  /**
   * For each trial the total weight of its held-out rows, and for each trial and penalty their mean squared
   * error, summed as the residuals.
   */
  readonly heldOut: Float64Array
  readonly errors: Float64Array
}

const trialKey = keyOfParts<PathRequest['trials'][number]>({ train: keyOfList(numberKey), test: numberKey })

export const pathKind: RequestKind<PathRequest> = {
  views: { view: 'one', parts: 'list' },
  variables: ({ features, targets, parts }) => [...features, ...targets, ...parts.flatMap(variablesOfView)],
  key: {
    features: variablesKey,
    groups: keyOfList(numberKey),
    targets: variablesKey,
    penalty: keyOfVariants<PathPenalty, 'kind'>('kind', {
      norms: { columns: numberKey, groups: numberKey, squares: numberKey },
      adaptive: { power: numberKey, ridge: numberKey },
      bridge: { power: numberKey, ridge: numberKey },
      fused: { ratio: numberKey, pairs: wordKey },
    }),
    penalties: numberKey,
    least: numberKey,
    most: numberKey,
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: keyOfList(trialKey),
  },
  check: (request) => {
    checkPenalties(request)
    const { targets, penalty } = request
    if (targets.length > 1 && penalty.kind !== 'norms')
      throw invalid('targets', targets.length, `one, with a penalty of kind ${penalty.kind}`)
  },
}

function checkPenalties({
  penalties,
  least,
  most,
  trials,
}: Pick<PathRequest, 'penalties' | 'least' | 'most' | 'trials'>): void {
  if (!(Number.isInteger(penalties) && penalties >= 2))
    throw invalid('penalties', penalties, 'a whole number of 2 or more')
  if (!(least > 0 && least < 1)) throw invalid('least', least, 'above 0 and below 1')
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw invalid('most', most, 'a whole number of 1 or more')
  if (most !== undefined && trials.length > 0) throw invalid('most', most, 'no trials')
}

function invalid(name: string, value: number, needs: string): CribaError {
  return new CribaError('invalid', `invalid ${name}: ${value} (needs ${needs})`)
}

/**
 * What the norms of the weights θ_j of columns and of groups are multiplied with, and half their squares;
 * p_j, p_g: how many orthonormal columns they have.
 */
interface LikelihoodPenalty {
  readonly columns: number
  readonly groups: number
  readonly squares: number
}

/**
 * A logistic regression, with an event a Cox model, of numbers a Poisson regression, along a falling penalty: for each penalty λ the weights
 * w and intercepts b that minimise
 *
 *     loss + λ·Σ_c (columns·Σ √p_j ‖θ_cj‖ + groups·Σ √p_g ‖θ_cg‖ + ½·squares·Σ ‖θ_cj‖²)
 *
 * over the rows of the view, which are complete in all columns; θ as in `PathRequest`. The loss of classes is
 * the mean of −log p(y|x), p(c|x) ∝ exp(b_c + x·w_c). Two classes have one list of weights w, that of the
 * second; more have one for each class, or with a reference none for the last. The loss of events is minus the
 * logarithm of Cox's partial likelihood, ties by Breslow, over n: one list, no intercept. The loss of numbers
 * y is the mean of μ − y·ln μ, ln μ = b + x·w. It is fitted to rows,
 * so they are fetched.
 */
export interface LikelihoodPathRequest extends Omit<PathRequest, 'kind' | 'penalty' | 'targets'> {
  readonly kind: 'likelihood-path'
  readonly target: Variable
  readonly penalty: LikelihoodPenalty
  /** The last class has no weights. */
  readonly hasReference: boolean
  /** What the target is the time until. */
  readonly event?: EventVariable
}

/**
 * Weights along a path. The penalties end where nothing is left to explain, too.
 * `residuals`: the loss, of events and numbers less that of a model with a parameter of its own for each row; `heldOut`: of events their
 * weight alone; `errors`: of classes the mean of −log p in bits, of events the deviance of all rows less that
 * of the training rows, an event. `gaps`: as shares of the loss without columns.
 */
export interface LikelihoodPath extends Path {
  /** The weight of the rows, or of those with the event. */
  readonly counted: number
  /** A row whose number is no count: then there is no path. */
  readonly unfit?: { readonly row: number; readonly value: number }
}

const { key, views } = pathKind

export const likelihoodPathKind: RequestKind<LikelihoodPathRequest> = {
  views,
  variables: ({ features, target, event, parts }) => [
    ...features,
    target,
    ...parts.flatMap(variablesOfView),
    ...(event ? [event.variable] : []),
  ],
  key: {
    features: variablesKey,
    groups: key.groups,
    target: variableKey,
    event: eventKey,
    penalty: keyOfParts<LikelihoodPenalty>({ columns: numberKey, groups: numberKey, squares: numberKey }),
    hasReference: wordKey,
    penalties: numberKey,
    least: numberKey,
    most: numberKey,
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: key.trials,
  },
  check: checkPenalties,
}
