import type { ColumnType } from '../../../spec/rank-spec.ts'
import type { ColumnTypes } from '../../../columns/from-columns.ts'
import { unknownName } from '../../../spec/error.ts'
import type { Warning } from '../../../trace/warning.ts'

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

/** What the user may say about the columns. */
export interface ColumnChoice {
  readonly types?: ColumnTypes
  readonly drop?: readonly string[]
}

/** Refuses names the data do not have. */
export function checkChoice({ types, drop }: ColumnChoice, names: readonly string[]): void {
  const known = new Set(names)
  for (const name of [...Object.keys(types ?? {}).filter((key) => key !== '*'), ...(drop ?? [])]) {
    if (!known.has(name)) throw unknownName('column', name, names)
  }
}

/**
 * How many columns a query takes at once: all of a long table would take three times the memory of the data, and few of a
 * wide one a query for every handful of values.
 */
export function columnsAQuery(rows: number): number {
  return Math.max(50, Math.min(1000, Math.floor((1 << 22) / Math.max(1, rows))))
}

/** Splits a list into pieces of at most so many. */
export function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}
