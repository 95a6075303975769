import type { OwnModel } from '../spec/own-learner.ts'
import {
  eventKey,
  keyOfList,
  keyOfParts,
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

/** The parts of the rows used for training, and the part held out. */
export interface Trial {
  readonly train: readonly number[]
  readonly test: number
}

/** Columns that a model is fitted to, as places in a list, on the training rows of some trials. */
interface FittedSet {
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
  /** What the target is the time until. Rows without it are left out. */
  readonly event?: EventVariable
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
  variables: ({ features, target, event, parts }) => [
    ...features,
    target,
    ...(event ? [event.variable] : []),
    ...parts.flatMap(variablesOfView),
  ],
  key: {
    model: modelKey,
    features: variablesKey,
    target: variableKey,
    event: eventKey,
    sets: keyOfList(keyOfParts<FittedSet>({ columns: keyOfList(numberKey), trials: keyOfList(numberKey) })),
    view: viewKey,
    parts: keyOfList(viewKey),
    trials: keyOfList(keyOfParts<Trial>({ train: keyOfList(numberKey), test: numberKey })),
    metrics: keyOfList(wordKey),
    permuted: keyOfParts<HeldOutPermutations>({ repeats: numberKey, seed: numberKey, within: wordKey }),
  },
  check: () => {},
}

/* What a model that learns from rows is fitted with. */

/**
 * What counts as the importance of a column: the impurity that its splits take away; the same less that of a
 * permuted copy of the column; by how much predictions of rows out of the bag get worse where its values are
 * permuted, among all of them, or among those alike in the columns that it is correlated with; its SHAP
 * values, which all trees make together.
 */
export type ImportanceKind = 'impurity' | 'debiased' | 'permutation' | 'conditional' | 'shap'

/** How trees grow. */
export interface Growth {
  /** How splits of classes are measured; numbers are always split by variance. */
  readonly split: 'gini' | 'entropy' | 'gain-ratio'
  /** The most splits from the root to a leaf; 0 for any number. */
  readonly depth: number
  /** The least weight of the rows of a leaf. */
  readonly leaf: number
  /**
   * The least share of the impurity of all rows that a split takes away; one that differs from it by rounding
   * only is enough.
   */
  readonly gain: number
}

export interface AodeOptions {
  /** Rows added to every level (Laplace smoothing), above 0. */
  readonly smoothing: number
}

export interface CoxOptions {
  /** The penalty on half the squared weights, above 0. */
  readonly ridge: number
  /** How events at the same time are treated. */
  readonly ties: 'efron' | 'breslow'
}

export interface ForestOptions extends Growth {
  readonly trees: number
  /** How many columns are tried at a node; 0 for √d of classes, d/3 of numbers. */
  readonly mtry: number
  readonly seed: number
  readonly importance: ImportanceKind
  /** Of SHAP values: of how many rows; 0 for all. */
  readonly explained?: number
}

export interface KnnOptions {
  /** How many neighbours, at least 1. */
  readonly neighbours: number
}

export interface LdaOptions {
  /** The share of covariances that is left out, from 0 to 1. */
  readonly shrinkage: number
}

export interface LinearSvmOptions {
  /** The penalty on half the squared weights, above 0; one over the cost C. */
  readonly ridge: number
}

export interface LogisticOptions {
  /** The penalty on half the squared weights, above 0. */
  readonly ridge: number
}

export interface MlpOptions {
  /** Units of the hidden layer, at least 1. */
  readonly hidden: number
  /** The penalty on half the squared weights. */
  readonly ridge: number
  /** The seed of the first weights. */
  readonly seed: number
}

export interface PerceptronOptions {
  /** How often it goes over the rows, at least 1; it ends after a time without a mistake. */
  readonly epochs: number
  /** The seed of the orders of the rows. */
  readonly seed: number
}

export interface QdaOptions {
  /** The share of covariances that all classes have in common, from 0 to 1. */
  readonly shrinkage: number
}

export interface TreeOptions extends Growth {
  /** The share of impurity that a leaf costs, in pruning; 0 for a tree that is not pruned. */
  readonly prune: number
  /**
   * Whether importances are SHAP values, and of how many rows; 0 for all. By default the impurity that splits
   * take away.
   */
  readonly importance?: 'impurity' | 'shap'
  readonly explained?: number
}

/** The models that learn from rows, by name, with their options. */
export interface ModelOptions {
  readonly aode: AodeOptions
  readonly cox: CoxOptions
  readonly forest: ForestOptions
  readonly knn: KnnOptions
  readonly lda: LdaOptions
  readonly 'linear-svm': LinearSvmOptions
  readonly logistic: LogisticOptions
  readonly mlp: MlpOptions
  readonly perceptron: PerceptronOptions
  readonly qda: QdaOptions
  readonly tree: TreeOptions
}

export type ModelId = keyof ModelOptions

/** A model with its options, as plain data. */
export type ModelSpec = { readonly [Id in ModelId]: { readonly id: Id } & ModelOptions[Id] }[ModelId]
