import type { Table } from '#core'
import type { Relation } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { Reducer } from './write/reducers.ts'

/** The contents of an opened file, read on request. */
export interface FileContents {
  table(): Promise<Table>
  relation(): Promise<Relation>
  /** A table if the values fit into memory, else a relation of the engine. */
  tableOrRelation(): Promise<Table | Relation>
  /** Makes the writer for columns of the file, after one of the above was called. */
  readonly reducer: () => Reducer
  /** The columns of the file that hold some columns of the table, if these are not the same. */
  readonly columnsOfFile?: (columns: readonly string[]) => readonly string[]
}

/** Starts the engine, once. */
export type StartEngine = () => Promise<DuckEngine>
