import type { ColumnType, TimeKind, SettledDataSpec } from '../spec/rank-spec.ts'
import type { Finding } from './column-record.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** The description of one column. */
export interface ColumnDescription {
  readonly name: string
  readonly type: ColumnType
  /** What the numbers count: days since 1970 (date), seconds since 1970 (datetime) or seconds since midnight (time). */
  readonly time?: TimeKind
  readonly missing: number
  readonly distinct: number
  readonly min?: number
  readonly max?: number
  /** The levels of a categorical column in order, if there are at most 100. */
  readonly levels?: readonly (string | number)[]
  readonly findings?: readonly Finding[]
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
