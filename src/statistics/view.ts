import type { Variable } from './variable.ts'

/**
 * The rows that a statistic uses, with their weights. A view is part of a request: p-values, folds and stability use the
 * same requests with other views.
 */
export interface View {
  /** The column with a weight for each row: 2 = the row counts twice, 0 = it is left out. */
  readonly weights?: number
  /**
   * The weights are sampling weights, scaled to sum to the effective number of the rows that are complete in all these
   * columns; a fold keeps the scale.
   */
  readonly sampledOver?: readonly number[]
  /** Each row with a weight above 0 counts once. */
  readonly once?: boolean
  /** Only the rows that are complete in all these columns. */
  readonly complete?: readonly number[]
  /** The values of one column are permuted among the rows that have one. */
  readonly permuted?: Permutation
  /** Only the rows of a sample, which is drawn from the rows of another view. */
  readonly sample?: Sample
}

/**
 * A part of a division of rows into folds: one fold, or all the others. Rows are assigned to folds in JavaScript from the
 * seed; a source receives the sample as one more weight for each row, 0 or 1.
 */
export interface Sample {
  /** The view whose rows are divided. A row outside it is in no fold. */
  readonly of: View
  readonly division: Division
  /** 0 to one below the number of folds. */
  readonly fold: number
  /** The rows outside the fold, or those inside. */
  readonly part: 'train' | 'test'
}

/** A division of rows into folds of nearly equal size. */
export interface Division {
  readonly folds: number
  readonly seed: number
  /** Which of the divisions of this seed. */
  readonly number: number
  /** Each of its levels is spread evenly over the folds. */
  readonly by?: Variable
}

export interface Permutation {
  readonly column: number
  readonly seed: number
  /** Which of the permutations of this seed and column. */
  readonly number: number
}

export const allRows: View = {}

/** The view in which a view's permutation was made: values are permuted among the rows of that view. */
export function viewOfPermutation(view: View): View {
  const { sample, permuted } = view
  return sample && sample.of.permuted === permuted ? viewOfPermutation(sample.of) : view
}
