import type { ColumnFacts } from '#core'
import type { Engine } from './engine.ts'
import type { TypedColumn, TypedView } from './typed-view.ts'

/** A file, a query or a table of an engine, from which typed columns are selected with the row key. */
export interface Relation extends TypedView {
  readonly engine: Engine
  readonly columns: readonly RelationColumn[]
}

export interface RelationColumn extends TypedColumn {
  readonly missing: number
  /** The number of levels, if categorical. */
  readonly distinct: number | null
  readonly mayIdentify: boolean
  /** The least and the greatest value of a numeric column, if they are known. */
  readonly range?: readonly [number, number]
  /** The bytes that are read for it, if they are known. */
  readonly bytes?: number
}

/** The facts of the columns that a source shows. */
export function factsOf({ columns }: Relation): readonly ColumnFacts[] {
  return columns.map(({ name, type, time, unit, missing, distinct, mayIdentify }) => ({
    name,
    type,
    missing,
    distinct,
    mayIdentify,
    ...(time && { time }),
    ...(unit !== undefined && { unit }),
  }))
}
