import type { Level, Path } from '#core'

/** The rules that choose a penalty of the path. */
export const penaltyRules = ['one-error', 'min', 'bic'] as const

export type PenaltyRule = (typeof penaltyRules)[number]

/** A path as its criterion hands it on: weights by feature, and the penalty that was chosen. */
export interface FittedPath extends Path {
  /** The place of each of its features among those of the criterion. */
  readonly of: readonly number[]
  readonly rule: PenaltyRule
  /** The place of the chosen penalty. */
  readonly chosen: number
  /** For each of its features the place of the penalty at which it enters; −1 where it never does. */
  readonly entries: Int32Array
  /**
   * The class of each list of weights of a logistic regression; null of a linear model, which has one list.
   */
  readonly classes: readonly Level[] | null
  /**
   * For each penalty the mean squared error of held-out rows, or of classes their log-loss, and its standard
   * error; null without held-out rows.
   */
  readonly judged: { readonly mean: Float64Array; readonly error: Float64Array } | null
  /** What `gaps` are: duality gaps, or where there may be several minima slopes of the objective. */
  readonly certificate: 'gap' | 'slope'
  /**
   * For each penalty n·ln(squared residuals/n), or of classes −2·log-likelihood, + ln(n)·(columns of the
   * features in it).
   */
  readonly bic: Float64Array
}
