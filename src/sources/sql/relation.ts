import type { TypedColumn, TypedView } from './typed-view.ts'
import type { Engine } from './engine.ts'

/** A file, a query or a table as the engine sees it: something to select typed columns from, each row with its key. */
export interface Relation extends TypedView {
  readonly engine: Engine
  readonly columns: readonly RelationColumn[]
}

export interface RelationColumn extends TypedColumn {
  readonly missing: number
  /** How many levels, if categorical. */
  readonly distinct: number | null
  readonly mayIdentify: boolean
}
