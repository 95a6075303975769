import type { MissingPolicy } from '../spec/rank-spec.ts'

/** The least and the most weight of rows that some scores are made of; equal where all rest on the same rows. */
export interface RowRange {
  readonly least: number
  readonly most: number
}

/**
 * What was done where values are missing. `level-or-complete`: missing is a level of its own where levels are read, and rows
 * without a number are left out.
 */
export type RowPolicy = MissingPolicy | 'level-or-complete'

/** On which rows a result rests. */
export interface UsedRows extends RowRange {
  /** They are sums of weights. */
  readonly weighted?: true
  readonly missing: RowPolicy
}
