import type { Variable } from './variable.ts'

/**
 * Through which rows a statistic is seen. A view is part of a request: p-values, folds and stability are the same
 * requests under other views.
 */
export interface View {
  /** The column that holds a weight for each row: 2 = the row twice, 0 = left out. */
  readonly weights?: number
  /**
   * The weights are sampling weights, scaled to sum to the effective number of the rows that have a value in all these
   * columns; a fold keeps the scale.
   */
  readonly sampledOver?: readonly number[]
  /** Rows of a weight above 0 count once, whatever they weigh. */
  readonly once?: boolean
  /** Only the rows that are complete in all these columns. */
  readonly complete?: readonly number[]
  /** The values of one column dealt out anew among the rows that have one. */
  readonly permuted?: Permutation
  /** Only rows of a sample, which is dealt among the rows that another view leaves in play. */
  readonly sample?: Sample
}

/**
 * A part of a division of rows into folds: one fold, or all the others. Which rows that are is dealt in JavaScript from the
 * seed; to a source it is one more weight for each row, 0 or 1.
 */
export interface Sample {
  /** The rows that are divided: those in play there. A row out of play is in no fold. */
  readonly of: View
  readonly division: Division
  /** 0 to one below the number of folds. */
  readonly fold: number
  /** The rows outside the fold, or those inside. */
  readonly part: 'train' | 'test'
}

/** Rows dealt into folds of one size, as near as may be. */
export interface Division {
  readonly folds: number
  readonly seed: number
  /** Which of the divisions of this seed. */
  readonly number: number
  /** Every level of it is spread evenly over the folds. */
  readonly by?: Variable
}

export interface Permutation {
  readonly column: number
  readonly seed: number
  /** Which of the permutations of this seed and column. */
  readonly number: number
}

export const allRows: View = {}

/** The view in which the permutation seen through a view was made: its values are dealt among the rows in play there. */
export function dealtIn(view: View): View {
  const { sample, permuted } = view
  return sample && sample.of.permuted === permuted ? dealtIn(sample.of) : view
}
