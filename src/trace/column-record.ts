import type { ColumnType, TimeKind } from '../spec/rank-spec.ts'

/** What a careful analyst would say of a column before anything is asked of it. */
export type FindingKind =
  /** No row has a value. */
  | 'empty'
  /** Every value is the same. */
  | 'constant'
  /** All but one in a hundred values are the same. */
  | 'nearly-constant'
  /** One number far from all others, such as −999, that may stand for a missing value. */
  | 'missing-value-code'
  /** It tells rows apart: nearly every row has another value. */
  | 'identifier'
  /** Texts of several words, most of them different. */
  | 'free-text'
  /** Each value goes with one value of another column, or with a range of values where it is rounded. */
  | 'copy'
  /** The same, of the target. */
  | 'target-copy'
  /** It predicts the target almost perfectly, and far better than any other column. */
  | 'leak'
  /** Its numbers stand for dates or times. */
  | 'time'
  /** It has a value in too few rows, or costs too many of those complete in all columns. */
  | 'few-rows'
  /** More than half of the values are missing. */
  | 'mostly-empty'
  /** So many levels that few rows share one. */
  | 'many-levels'

export interface Finding {
  readonly kind: FindingKind
  /** The column that it copies. */
  readonly of?: string
  readonly message: string
}

/** One column as a run found it. */
export interface ColumnRecord {
  readonly name: string
  readonly type: ColumnType
  readonly time?: TimeKind
  /** Rows without a value, of all rows. */
  readonly missing: number
  /** Distinct values of a categorical column, where they were counted. */
  readonly distinct?: number
  readonly findings?: readonly Finding[]
  /** It takes no part in the run. */
  readonly setApart?: true
}
