/**
 * Through which rows a statistic is seen. A view is part of a request: p-values, folds and stability are the same
 * requests under other views.
 */
export interface View {
  /** The column that holds a weight for each row: 2 = the row twice, 0 = left out. */
  readonly weights?: number
  /** Only the rows that are complete in all these columns. */
  readonly complete?: readonly number[]
  /** The values of one column dealt out anew among the rows that have one. */
  readonly permuted?: Permutation
}

export interface Permutation {
  readonly column: number
  readonly seed: number
  /** Which of the permutations of this seed and column. */
  readonly number: number
}

export const allRows: View = {}
