import type { ColumnType } from '../../spec/rank-spec.ts'
import type { Warning } from '../../trace/warning.ts'

/** A view or table of the engine whose columns have criba's types: a relation before its facts are counted. */
export interface TypedView {
  readonly from: string
  readonly rows: number
  readonly columns: readonly TypedColumn[]
  readonly warnings: readonly Warning[]
}

export interface TypedColumn {
  readonly name: string
  readonly type: ColumnType
  /** A finite DOUBLE or NULL if numeric, a VARCHAR or NULL if categorical. */
  readonly sql: string
}
