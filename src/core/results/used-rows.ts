import type { MissingPolicy } from '../spec/rank-spec.ts'

/** The least and the greatest weight of the rows behind a score; equal if all scores use the same rows. */
export interface RowRange {
  readonly least: number
  readonly most: number
}

/**
 * How missing values were treated. `level-or-complete`: a missing level is a level of its own, and rows
 * without a number are left out.
 */
export type RowPolicy = MissingPolicy | 'level-or-complete'

/** The rows that a result uses. */
export interface UsedRows extends RowRange {
  /** The numbers are sums of weights. */
  readonly weighted?: true
  readonly missing: RowPolicy
}
