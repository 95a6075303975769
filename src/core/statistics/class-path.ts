import { variableKey, variablesKey, viewKey } from './content-keys.ts'
import { keyOfList, keyOfParts, numberKey, wordKey } from './key-parts.ts'
import { pathKind } from './path.ts'
import type { Path, PathRequest } from './path.ts'
import type { RequestKind } from './request-kind.ts'

/**
 * What the norms of the weights θ_j of columns and of groups are multiplied with, and half their squares;
 * p_j, p_g: how many orthonormal columns they have.
 */
export interface ClassPenalty {
  readonly columns: number
  readonly groups: number
  readonly squares: number
}

/**
 * A logistic regression along a falling penalty: for each penalty λ the weights w and intercepts b that
 * minimise
 *
 *     mean −log p(y|x) + λ·Σ_c (columns·Σ √p_j ‖θ_cj‖ + groups·Σ √p_g ‖θ_cg‖ + ½·squares·Σ ‖θ_cj‖²), p(c|x) ∝ exp(b_c + x·w_c)
 *
 * over the rows of the view, which are complete in all columns; θ as in `PathRequest`. Two classes have one
 * list of weights w, that of the second; more have one for each class, or with a reference none for the last.
 * It is fitted to rows, so they are fetched.
 */
export interface ClassPathRequest extends Omit<PathRequest, 'kind' | 'penalty'> {
  readonly kind: 'class-path'
  readonly penalty: ClassPenalty
  /** The last class has no weights. */
  readonly hasReference: boolean
}

/**
 * Weights along a path. For each penalty and list of weights the weight of each number and level, then those
 * of the next list; likewise the intercepts. The penalties end where nothing is left to explain, too.
 * `residuals`: the mean of −log p(y|x); `errors`: of held-out rows in bits. `gaps`: as shares of the loss
 * without columns.
 */
export interface ClassPath extends Path {
  /** How many lists of weights there are. */
  readonly lists: number
}

const { key, views, variables, check } = pathKind

export const classPathKind: RequestKind<ClassPathRequest> = {
  views,
  variables: (request) => variables(request as never),
  key: {
    features: variablesKey,
    groups: key.groups,
    target: variableKey,
    penalty: keyOfParts<ClassPenalty>({ columns: numberKey, groups: numberKey, squares: numberKey }),
    hasReference: wordKey,
    penalties: numberKey,
    least: numberKey,
    most: numberKey,
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: key.trials,
  },
  check: (request) => check(request as never),
}
