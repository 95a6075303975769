import type { ColumnType } from '../../spec/rank-spec.ts'
import type { Warning } from '../../trace/warning.ts'
import type { Engine } from './engine.ts'

/** A file, a query or a table as the engine sees it: something to select typed columns from. */
export interface Relation {
  readonly engine: Engine
  /** What stands after FROM: a quoted name, or a reading of files. Row order is the file's; `rowid` need not exist. */
  readonly from: string
  readonly rows: number
  readonly columns: readonly RelationColumn[]
  readonly warnings: readonly Warning[]
}

export interface RelationColumn {
  readonly name: string
  readonly type: ColumnType
  /** An expression over the relation: a finite DOUBLE or NULL if numeric, a VARCHAR or NULL if categorical. */
  readonly sql: string
  readonly missing: number
  /** How many levels, if categorical. */
  readonly distinct: number | null
  readonly mayIdentify: boolean
}
