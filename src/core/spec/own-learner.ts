/**
 * Rows as lists of numbers: each column as one number, or a categorical one as an indicator for each of its
 * levels.
 */
export type LearnerRows = number[][]

/** For each row a number, or the number of a class from 0; or a list with the probability of each class. */
export type Predictions = ArrayLike<number> | ArrayLike<ArrayLike<number>>

/** What predicts rows. */
export interface Predictor {
  predict(rows: LearnerRows): Predictions | Promise<Predictions>
}

/**
 * A learner of one's own: any object that learns from rows, and predicts others. What `fit` returns predicts,
 * if it has `predict`; otherwise the object itself does. Fits run one after the other, so an object may keep
 * what it learned.
 */
export interface OwnLearner extends Partial<Predictor> {
  /**
   * Learns from rows, their targets (numbers, or numbers of classes from 0) and their weights; null where
   * each row counts once.
   */
  fit(
    rows: LearnerRows,
    target: number[],
    weights: number[] | null,
  ): Predictor | void | Promise<Predictor | void>
}

/** What a learner of one's own predicts, and what it reads. */
export interface OwnLearnerFacts {
  /** Its name in specs and results: letters, digits, hyphens, dots and underscores. */
  readonly id: string
  readonly task: 'classification' | 'regression'
  /**
   * How rows give a level of a categorical column: as an indicator, 0 or 1, for each level of the column, or
   * as the number of the level from 0.
   */
  readonly levels?: 'indicators' | 'numbers'
  /** It predicts a probability of each class. */
  readonly probabilities?: true
}

declare const defined: unique symbol

/** The name of a learner of one's own, as `defineLearner` gives it. */
export type OwnLearnerName = string & { readonly [defined]: true }

/** A learner of one's own as the model of a fit. */
export interface OwnModel {
  readonly id: 'own'
  /** Another one for each definition, also under the same name. */
  readonly number: number
  readonly facts: Required<Omit<OwnLearnerFacts, 'probabilities'>> & { readonly probabilities: boolean }
  readonly learner: OwnLearner
}
