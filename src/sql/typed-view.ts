import type { ColumnType, TimeKind, Warning } from '#core'

/**
 * A view or table of an engine whose columns have criba's types; with facts about its columns it becomes a
 * relation.
 */
export interface TypedView {
  /** The FROM clause: a quoted name, or a function that reads files. */
  readonly from: string
  /**
   * The expression for the row key: 0 to one below the number of rows, in the order of the data; `null`
   * without an order.
   */
  readonly key: string | null
  readonly rows: number
  readonly columns: readonly TypedColumn[]
  readonly warnings: readonly Warning[]
}

/** A view whose rows have a key. */
export interface KeyedView extends TypedView {
  readonly key: string
}

/** A column of a view, by the expression that reads it. */
export interface TypedColumn {
  readonly name: string
  readonly type: ColumnType
  /** The kind of time, if the numbers are dates or times. */
  readonly time?: TimeKind
  /** The unit without which its numbers were read. */
  readonly unit?: string
  /** A finite DOUBLE or NULL if numeric, a VARCHAR or NULL if categorical. */
  readonly sql: string
  /** The value as a whole number of the engine, if it stores these. */
  readonly whole?: string
  /** A quicker expression than `sql` for where no value is missing. */
  readonly present?: string
}
