import { CribaError } from '../spec/error.ts'
import { variableKey, variablesKey, viewKey } from './content-keys.ts'
import { keyOfList, keyOfParts, numberKey } from './key-parts.ts'
import type { RequestKind } from './request.ts'
import type { Variable } from './variable.ts'
import { variablesOfView } from './view.ts'
import type { View } from './view.ts'

/**
 * An elastic net along a falling penalty: for each penalty λ the weights w and the intercept b that minimise
 *
 *     1/(2n)·‖y − b − Xw‖² + λ·(ρ·Σ √p_j ‖θ_j‖ + ½(1−ρ)·Σ ‖θ_j‖²), ‖θ_j‖ = standard deviation of X_j w_j
 *
 * over the rows of the view, which are complete in all columns. Columns that span the same share their weights evenly. θ_j = w_j s_j for a number, s_j its standard deviation over n; the
 * levels of a categorical column enter together as p_j orthonormal columns, one less than its levels. A source answers it from
 * moments and counts, so no row is read for it.
 */
export interface PathRequest {
  readonly kind: 'path'
  readonly features: readonly Variable[]
  readonly target: Variable
  /** ρ: 1 for the lasso, 0 < ρ ≤ 1. */
  readonly ratio: number
  /** How many penalties: the greatest lets no column in, the least is `least` times as large, equal ratios between. */
  readonly penalties: number
  readonly least: number
  readonly view: View
  /** Parts of the rows, of which some are held out in turn; none without held-out rows. */
  readonly parts: readonly View[]
  readonly trials: readonly { readonly train: readonly number[]; readonly test: number }[]
}

/** Weights along a path, and how well they predict. */
export interface Path {
  readonly n: number
  /** From the greatest on, in units of the target. */
  readonly penalties: Float64Array
  /** The first weight of each feature, and the number of weights: a number has one, a categorical column one for each level. */
  readonly starts: Uint32Array
  /** For each penalty the weight of each number and level, in units of the data; those of the levels of a column have mean 0 over the rows. */
  readonly weights: Float64Array
  readonly intercepts: Float64Array
  /** For each penalty and feature ‖θ‖: how much of the prediction's standard deviation it makes by itself, in units of the target. */
  readonly sizes: Float64Array
  /** For each penalty the mean squared residual. */
  readonly residuals: Float64Array
  /** The duality gap of each penalty, as a share of the variance of the target. */
  readonly gaps: Float64Array
  /** How many orthonormal columns each feature has; 0 for a constant one. */
  readonly columns: Uint32Array
  /** Columns, the target among them, whose squares are beyond the range of numbers: such features are left out. */
  readonly unsquarable: readonly Variable[]
  /** For each trial the total weight of its held-out rows, and for each trial and penalty their mean squared error. */
  readonly heldOut: Float64Array
  readonly errors: Float64Array
}

const trialKey = keyOfParts<PathRequest['trials'][number]>({ train: keyOfList(numberKey), test: numberKey })

export const pathKind: RequestKind<PathRequest> = {
  variables: ({ features, target, parts }) => [...features, target, ...parts.flatMap(variablesOfView)],
  key: {
    features: variablesKey,
    target: variableKey,
    ratio: numberKey,
    penalties: numberKey,
    least: numberKey,
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: keyOfList(trialKey),
  },
  check: ({ ratio, penalties, least }) => {
    if (!(ratio > 0 && ratio <= 1)) throw invalid('ratio', ratio, 'above 0 and at most 1')
    if (!(Number.isInteger(penalties) && penalties >= 2))
      throw invalid('penalties', penalties, 'a whole number of 2 or more')
    if (!(least > 0 && least < 1)) throw invalid('least', least, 'above 0 and below 1')
  },
}

function invalid(name: string, value: number, needs: string): CribaError {
  return new CribaError('invalid', `invalid ${name}: ${value} (needs ${needs})`)
}
