import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn, TrainingRows } from '../threads/model-rows.ts'
import type { Tree } from '../trees/tree.ts'

/** What a model learned. */
export interface FittedModel {
  /**
   * Predictions of rows: numbers; or for each row a score of each class, of which the greatest is predicted;
   * of two classes the greater the one, the lesser the other. It reads the columns that it was given, also
   * where held-out values were changed meanwhile.
   */
  predict(rows: Int32Array): Float64Array
  /**
   * Of a model that is found step by step: how far it is from its optimum, on a scale where 1e-6 is visible.
   */
  readonly residual?: number
  /**
   * How much each column matters to the predictions, 0 or more; absent where the fit has no weights of
   * columns.
   */
  importances?(): Float64Array
  /** Of a model of trees: those of which it predicts the mean. */
  trees?(): readonly Tree[]
}

/** A way to learn from rows. The columns of a set are in its order, which may matter to rounding only. */
export interface Model<Options> {
  /** Its scores of classes are log p(c|x), but for a constant of the row. */
  readonly isProbabilistic?: true
  /** It learns from rows with missing values; for others rows are complete. */
  readonly readsGaps?: true
  /** It reads weights as numbers of rows, under these options. */
  countsRows?(options: Options): boolean
  /** The most that its rows may weigh together, where it draws copies of them. */
  readonly mostWeight?: number
  /** Of options under which importances are SHAP values of all trees together: of which rows; else null. */
  explains?(options: Options): ExplainedRows | null
  /** Of a mean of independent members: how many there are, and in how many parts they are fitted. */
  members?(options: Options): Members
  /**
   * Fits it to training rows; equal input gives equal bits. `kernels`: memory that is the model's until it
   * has predicted. Of a mean of members a part of them, whose predictions and importances are sums over its
   * members.
   */
  fit(training: TrainingRows, options: Options, kernels: Kernels, part: number): FittedModel
  /** Approximate multiplications of a fit to so many rows, places (numbers, and levels) and classes. */
  cost(rows: number, places: number, classes: number, options: Options): number
}

/** Rows whose SHAP values are averaged: so many, drawn by a seed; 0 for all. */
export interface ExplainedRows {
  readonly rows: number
  readonly seed: number
}

export interface Members {
  readonly count: number
  readonly parts: number
}

/** How many places a column has in a matrix of numbers and indicators of levels. */
export function placesOfColumn(column: ModelColumn): number {
  return 'values' in column ? 1 : column.levels
}
