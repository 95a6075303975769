import type { OwnModel } from '../spec/own-learner.ts'
import { variableKey, variablesKey, viewKey } from './content-keys.ts'
import { keyOfList, keyOfParts, numberKey, wordKey } from './key-parts.ts'
import type { ModelSpec } from './models.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import { variablesOfView } from './view.ts'
import type { View } from './view.ts'

/** The parts of the rows used for training, and the part held out. */
export interface Trial {
  readonly train: readonly number[]
  readonly test: number
}

/** Columns that a model is fitted to, as places in a list, on the training rows of some trials. */
export interface FittedSet {
  readonly columns: readonly number[]
  readonly trials: readonly number[]
}

/** How often the held-out values of a column are permuted, by which seed, and among which rows. */
export interface HeldOutPermutations {
  readonly repeats: number
  readonly seed: number
  /** Among all rows, or among those alike in the columns that it is correlated with. */
  readonly within: 'all' | 'correlated'
}

/**
 * Fits of a model that learns from rows: of each set the scores of the predictions of held-out rows; without
 * metrics how much each of its columns matters. Rows are complete in all the features, unless the model reads
 * gaps.
 */
export interface FitRequest {
  readonly kind: 'fit'
  readonly model: ModelSpec | OwnModel
  readonly features: readonly Variable[]
  /** Classes, or numbers. Rows without a target are left out. */
  readonly target: Variable
  readonly sets: readonly FittedSet[]
  readonly view: View
  /** Parts of the rows of the view. */
  readonly parts: readonly View[]
  /** Trials over the parts; without parts one, which trains on all rows. */
  readonly trials: readonly Trial[]
  readonly metrics: readonly string[]
  /**
   * Scores by the first metric after the held-out values of each column of a set in turn are permuted, beside
   * those before.
   */
  readonly permuted?: HeldOutPermutations
}

export interface Fits {
  /** Total weight of the rows, each in one part or in several. */
  readonly n: number
  /** For each trial the total weight of its held-out rows. */
  readonly heldOut: Float64Array
  /**
   * For each set, and each of its trials, the score by each metric, or the importance of each of its columns;
   * or the score, and for each column by how much it is greater, in the mean, after permutations. NaN where
   * no row is to train on, or to predict.
   */
  readonly values: readonly (readonly Float64Array[])[]
  /** How far the worst fit is from its optimum. */
  readonly residual: number
}

function modelKey(model: ModelSpec | OwnModel): string {
  if (model.id === 'own') return JSON.stringify([model.id, model.number])
  const options = Object.entries(model)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(options)
}

export const fitKind: RequestKind<FitRequest> = {
  views: { view: 'one', parts: 'list' },
  variables: ({ features, target, parts }) => [...features, target, ...parts.flatMap(variablesOfView)],
  key: {
    model: modelKey,
    features: variablesKey,
    target: variableKey,
    sets: keyOfList(keyOfParts<FittedSet>({ columns: keyOfList(numberKey), trials: keyOfList(numberKey) })),
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: keyOfList(keyOfParts<Trial>({ train: keyOfList(numberKey), test: numberKey })),
    metrics: keyOfList(wordKey),
    permuted: keyOfParts<HeldOutPermutations>({ repeats: numberKey, seed: numberKey, within: wordKey }),
  },
  check: () => {},
}
