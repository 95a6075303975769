import type { ColumnType, TimeKind } from '../spec/rank-spec.ts'
import type { Remedy } from '../spec/remedy.ts'

/** What can be wrong or special about a column. */
export type FindingKind =
  /** No row has a value. */
  | 'empty'
  /** Every value is the same. */
  | 'constant'
  /** All but one in a hundred values are the same. */
  | 'nearly-constant'
  /** A number far from all others, such as −999, that may stand for a missing value. */
  | 'missing-value-code'
  /** It identifies rows: nearly every row has a value of its own. */
  | 'identifier'
  /** Its levels are groups of rows within which the target is constant, such as patients. */
  | 'group-identifier'
  /** Texts of several words, most of them different. */
  | 'free-text'
  /** Each value corresponds to one value of another column, or to a range of values where it is rounded. */
  | 'copy'
  /** Each value corresponds to one value of the target. */
  | 'target-copy'
  /** It predicts the target almost perfectly, and far better than any other column. */
  | 'leak'
  /** Its numbers are dates or times. */
  | 'time'
  /** It has values in too few rows, or leaves too few rows complete in all columns. */
  | 'few-rows'
  /** More than half of the values are missing. */
  | 'mostly-empty'
  /** So many levels that few rows share one. */
  | 'many-levels'

/** Something about a column that a user should look at. */
export interface Finding {
  readonly kind: FindingKind
  /** The column that it copies. */
  readonly of?: string
  /** The number that may stand for a missing value. */
  readonly value?: number
  readonly message: string
  /** The option of reading that mends it. */
  readonly remedy?: Remedy
  /** Of numbers that other columns have as ordinary ones: all such numbers, and in how many rows they are. */
  readonly codes?: { readonly values: readonly number[]; readonly rows: number }
}

/** One column with its findings. */
export interface ColumnRecord {
  readonly name: string
  readonly type: ColumnType
  readonly time?: TimeKind
  /** Rows without a value. */
  readonly missing: number
  /** Distinct values of a categorical column, if they were counted. */
  readonly distinct?: number
  readonly findings?: readonly Finding[]
  /** It was left out of the analysis. */
  readonly setApart?: true
}
