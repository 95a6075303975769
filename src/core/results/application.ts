import type { ColumnType, TimeKind } from '../spec/rank-spec.ts'
import type { DataFacts } from './ranking.ts'
import type { Warning } from './warning.ts'

/** How far a column has shifted, by its population stability index: below 0.1, below 0.25, or further. */
export type Shift = 'stable' | 'moderate' | 'major'

/** The levels of a column that the data of the selection did not have. */
export interface UnseenLevels {
  /** How many levels; null if they were too many to be listed. */
  readonly count: number | null
  /** How many rows have one of them. */
  readonly rows: number
  /** The most frequent ones, at most 100. */
  readonly levels: readonly {
    readonly level: string | number
    readonly rows: number
    /** The level of the selection that differs only in spelling. */
    readonly spells?: string
  }[]
}

/** The values of a numeric column outside the range that it had in the data of the selection. */
export interface ValuesOutside {
  readonly min: number
  readonly max: number
  /** How many rows are below the minimum, and above the maximum. */
  readonly below: number
  readonly above: number
}

/** The two-sample Kolmogorov–Smirnov test of a numeric column. */
export interface KolmogorovSmirnov {
  readonly statistic: number
  /** By the asymptotic law. */
  readonly pValue: number
  /**
   * The statistic may be larger by at most this, because not all distinct values are in the result; 0 if it
   * is exact.
   */
  readonly within: number
}

/**
 * A chosen column in other data, compared with the data of the selection. Rows are counted by their weights.
 */
export interface AppliedColumn {
  readonly feature: string
  readonly type: ColumnType
  readonly time?: TimeKind
  readonly rows: number
  /** Rows without a value. */
  readonly missing: number
  /**
   * Rows and missing values in the data of the selection; absent, as all that follows, if the result was
   * written without `training`.
   */
  readonly training?: { readonly rows: number; readonly missing: number }
  /**
   * The cuts of a numeric column: those of the selection, or deciles if its method did not cut the column.
   */
  readonly cuts?: readonly number[]
  readonly deciles?: true
  /** The levels of a categorical column, if there are at most 100. */
  readonly levels?: readonly (string | number)[]
  readonly unseen?: UnseenLevels
  readonly outside?: ValuesOutside
  /** The population stability index over the bins or levels; null without rows. */
  readonly psi?: number | null
  readonly ks?: KolmogorovSmirnov
  readonly shift?: Shift
}

/** The target in other data, if they have it. */
export interface AppliedTarget extends AppliedColumn {
  /** The rows of each class in the data of the selection and in these, if there are at most 100. */
  readonly classes?: readonly {
    readonly level: string | number
    readonly before: number
    readonly now: number
  }[]
}

/** The result of applying a selection to other data. */
export interface ApplyResult {
  readonly criba: string
  readonly command: 'apply'
  readonly data: Pick<DataFacts, 'source' | 'rows' | 'sql' | 'text'>
  /** The chosen columns, in the order in which they were chosen. */
  readonly columns: readonly AppliedColumn[]
  /** The target, compared likewise, if both data have it. */
  readonly target?: AppliedTarget
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

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
