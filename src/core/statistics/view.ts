import type { Division } from './division.ts'
import type { Variable } from './variable.ts'

/**
 * The rows that a statistic uses, with their weights. A view is part of a request: p-values, folds and
 * stability use the same requests with other views.
 */
export interface View {
  /** The column with a weight for each row: 2 = the row counts twice, 0 = it is left out. */
  readonly weights?: number
  /**
   * The weights are sampling weights, scaled to sum to the effective number of the rows that are complete in
   * all these columns; a fold keeps the scale.
   */
  readonly sampledOver?: readonly number[]
  /** Each row with a weight above 0 counts once. */
  readonly once?: boolean
  /** Only the rows that are complete in all these columns. */
  readonly complete?: readonly number[]
  /**
   * Sampling weights move with the values of this permuted variable: if the weights depend on the target,
   * they still do after a permutation, so that a column independent of both stays independent of the weighted
   * target.
   */
  readonly movedWith?: Variable
  /** Only the rows of a sample, which is drawn from the rows of another view. */
  readonly sample?: Sample
}

/**
 * Rows of a division: one part, or those that a learner is trained on to predict that part. Rows are assigned
 * to parts in JavaScript from the seed; a source receives the sample as one more weight for each row, 0 or 1.
 */
export interface Sample {
  /** The view whose rows are divided. A row outside it is in no part. */
  readonly of: View
  readonly division: Division
  /** 0 to one below the number of parts. */
  readonly part: number
  /**
   * The rows of the part, or those to train on: of the other parts, or where the division is along times of
   * the earlier ones.
   */
  readonly rows: 'train' | 'test'
  /**
   * The rows are a source of their own: values are permuted among them. Otherwise they were permuted before
   * the division.
   */
  readonly isSource?: true
}

export const allRows: View = {}

/** The view among whose rows values are permuted: that of the analysis, before it divided the rows. */
export function viewOfPermutation(view: View): View {
  const { sample } = view
  return sample && !sample.isSource ? viewOfPermutation(sample.of) : view
}

/** Every variable that decides which rows a view includes, and how much they count. */
export function variablesOfView({ movedWith, sample }: View): readonly Variable[] {
  const { by, together, along, key } = sample?.division ?? {}
  const own = [movedWith, by, together, along, key].filter((variable) => variable !== undefined)
  return sample ? [...own, ...variablesOfView(sample.of)] : own
}
