import type { Division } from './division.ts'

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
 * Rows of a division: one part, or those that a learner is trained on to predict that part. Rows are assigned to parts in
 * JavaScript from the seed; a source receives the sample as one more weight for each row, 0 or 1.
 */
export interface Sample {
  /** The view whose rows are divided. A row outside it is in no part. */
  readonly of: View
  readonly division: Division
  /** 0 to one below the number of parts. */
  readonly part: number
  /** The rows of the part, or those to train on: of the other parts, or where the division is along times of the earlier ones. */
  readonly rows: 'train' | 'test'
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
  return sample && isSamePermutation(sample.of.permuted, permuted) ? viewOfPermutation(sample.of) : view
}

/** Whether two views permute the same column in the same way, whatever objects say so; or both permute none. */
export function isSamePermutation(a: Permutation | undefined, b: Permutation | undefined): boolean {
  return a?.column === b?.column && a?.seed === b?.seed && a?.number === b?.number
}
