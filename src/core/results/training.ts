/**
 * What a chosen column contained when it was chosen, over all rows of the data, so that other data can be
 * compared with it. Rows are counted by their weights if there are weights; those of sampling weights are
 * rounded to 12 digits.
 */
export interface TrainingColumn {
  readonly feature: string
  readonly rows: number
  /** Rows without a value. */
  readonly missing: number
  /** The unit without which its numbers were read. */
  readonly unit?: string
  /** Of a numeric column: a value's bin is the number of cuts below it. */
  readonly cuts?: readonly number[]
  /** The cuts are deciles, because the method did not cut the column. */
  readonly deciles?: true
  /** Of a categorical column, unless there are more than 10,000. */
  readonly levels?: readonly (string | number)[]
  /** The rows in each bin, or of each level. */
  readonly counts?: readonly number[]
  /** Of a numeric column that has values. */
  readonly distribution?: TrainingDistribution
}

/**
 * All distinct values if there are at most 200; else the smallest, the greatest, and every half per cent of
 * the rows.
 */
export interface TrainingDistribution {
  readonly values: readonly number[]
  /** The rows equal to each value. */
  readonly at: readonly number[]
  /** The rows between each value and the one before; absent if all distinct values are listed. */
  readonly between?: readonly number[]
}
