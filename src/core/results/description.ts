import type { ColumnType, SettledDataSpec, TimeKind } from '../spec/rank-spec.ts'
import type { Finding } from './column-record.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** The description of one column. */
export interface ColumnDescription {
  readonly name: string
  readonly type: ColumnType
  /**
   * What the numbers count: days since 1970 (date), seconds since 1970 (datetime) or seconds since midnight
   * (time).
   */
  readonly time?: TimeKind
  readonly missing: number
  readonly distinct: number
  readonly min?: number
  readonly max?: number
  /** The levels of a categorical column in order, if there are at most 100. */
  readonly levels?: readonly (string | number)[]
  /** How the numbers are distributed; absent without values. */
  readonly histogram?: Histogram
  /**
   * How often the levels of a categorical column occur, if there are at most 10,000; absent without values.
   */
  readonly frequencies?: Frequencies
  readonly findings?: readonly Finding[]
}

/** Numbers counted in bins of equal width; weights count as repeated rows. */
export interface Histogram {
  /** The ends of the bins. Each bin includes its upper end, the first bin also its lower end. */
  readonly from: number
  readonly to: number
  /** How many rows are in each bin; one bin if all values are equal. */
  readonly counts: readonly number[]
  /**
   * How many rows are below `from` and above `to`, where a few values far from all others are outside the
   * bins.
   */
  readonly below?: number
  readonly above?: number
}

/** How often levels occur; weights count as repeated rows. */
export interface Frequencies {
  /**
   * The most frequent levels, at most 12, the most frequent first; of equally frequent ones in their order.
   */
  readonly most: readonly { readonly level: string | number; readonly count: number }[]
  /** How many rows have any other level. */
  readonly others: number
}

/** The result of `describe`. */
export interface Description {
  readonly criba: string
  readonly command: 'describe'
  readonly data: DataFacts
  /** The spec with its defaults; `bins` is the number used. */
  readonly spec: SettledDataSpec
  readonly columns: readonly ColumnDescription[]
  /** How count-based methods would code the columns. */
  readonly coding: readonly FeatureCoding[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
