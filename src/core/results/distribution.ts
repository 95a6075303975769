import type { TimeKind } from '../spec/rank-spec.ts'

/** The rows of a bin or a level in one class of the target. */
export interface DistributionBin {
  /** Of numbers in more than a few values: from `low` to below `high`. */
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
