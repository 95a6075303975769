import type { Table } from '../columns/table.ts'
import type { DuckEngine } from '../sources/duckdb/engine.ts'
import type { Relation } from '../sources/sql/relation.ts'
import type { Reducer } from './write/reducers.ts'

/** The contents of an opened file, read on request. */
export interface FileContents {
  table(): Promise<Table>
  relation(): Promise<Relation>
  /** A table if the values fit into memory, else a relation of the engine. */
  tableOrRelation(): Promise<Table | Relation>
  /** Makes the writer for columns of the file, after one of the above was called. */
  readonly reducer: () => Reducer
}

/** Starts the engine, once. */
export type StartEngine = () => Promise<DuckEngine>
