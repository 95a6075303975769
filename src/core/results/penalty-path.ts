/** A model fitted along a falling penalty. */
export interface PenaltyPath {
  /** From the greatest on, which lets no column in. */
  readonly penalties: readonly number[]
  /**
   * For each penalty the prediction where every coefficient is 0 or times 0; of more than two classes one for
   * each.
   */
  readonly intercepts: readonly (number | readonly number[])[]
  /** The columns that enter, in the order in which they do. */
  readonly coefficients: readonly PathCoefficients[]
  readonly chosen: ChosenPenalty
  /**
   * For each penalty the mean squared error of held-out rows over the folds, or of classes the log-loss in
   * bits, and its standard error.
   */
  readonly heldOut?: {
    readonly metric: 'mse' | 'log-loss'
    readonly mean: readonly number[]
    readonly error: readonly number[]
  }
  /** For each penalty the Bayesian information criterion; null where every residual is 0. */
  readonly bic: readonly (number | null)[]
  /**
   * By how much an objective is at most above its optimum, as a share of the variance of the target, or of
   * the log-loss without columns: the greatest duality gap.
   */
  readonly gap?: number
  /**
   * Where the objective has several minima and each fit is one of them: its greatest slope there, of columns
   * and a target of variance 1.
   */
  readonly slope?: number
}

/**
 * The coefficients of a number, or of a level of a categorical column, along the path, in units of the data.
 */
export interface PathCoefficients {
  readonly feature: string
  /** The level; null for a missing value. Absent for a number. */
  readonly level?: string | number | null
  /** Of a target of classes the class whose log-odds they add to; of two classes the second. */
  readonly class?: string | number
  /** The penalty at which the column enters. */
  readonly enters: number
  readonly coefficients: readonly number[]
}

/** The penalty that chooses the columns, and the rule that chose it. */
export interface ChosenPenalty {
  readonly rule: 'one-error' | 'min' | 'bic'
  /** Its place among the penalties, from 0. */
  readonly place: number
  readonly penalty: number
}
