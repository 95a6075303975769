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

/** The rows of a bin or a level in one class of the target. */
export interface DistributionBin {
  /** Of numbers in more than a few values: above `low`, up to `high`; the first bin has its `low` too. */
  readonly low?: number
  readonly high?: number
  /** Of categories, and of numbers with few values. */
  readonly level?: string
  /** The class of the target; empty without classes. */
  readonly series: string
  /** The series is that of all classes that have none of their own. */
  readonly others?: true
  /** Rows, or their weight. */
  readonly rows: number
}

/** How the values of a column are distributed. */
export interface ColumnDistribution {
  readonly feature: string
  /** What the numbers count, if they are dates or times. */
  readonly time?: TimeKind
  /** The bins have one width on a logarithmic axis. */
  readonly scale?: 'log'
  /** Bins in their order, or levels from the most to the least frequent; each in the order of the classes. */
  readonly bins: readonly DistributionBin[]
  /** Why there are no bins. */
  readonly why?: string
}

/** The values of a column at some rows. */
export interface SampledColumn {
  readonly feature: string
  readonly time?: TimeKind
  /** Where values are places in a list: their names, classes of the target in their order, other levels and many classes
   * the most frequent first; a last one may stand for all others. */
  readonly levels?: readonly { readonly name: string; readonly others?: true }[]
  /** For each row drawn the number, or the place of its level; null without a value. */
  readonly values: readonly (number | null)[]
}

/** Columns beside the target, at some rows: each has a value, or none, for every row drawn. */
export interface SampledRows {
  /** The rows of the data, and how many of them were drawn. */
  readonly rows: number
  readonly drawn: number
  readonly target: SampledColumn
  readonly columns: readonly SampledColumn[]
}
