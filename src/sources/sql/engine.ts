import type { Work } from '../source.ts'
import type { Dialect } from './dialect.ts'

export type EngineValue = number | bigint | string | boolean | null

/** One row of a result. */
export type ResultRow = readonly EngineValue[]

/** Rows of a result as the engine lays them out. Rows of two results are matched by a row key, never by their order. */
export interface EngineBlock {
  readonly rows: number
  /** A column of doubles, none of them NULL. */
  numbers(column: number): Float64Array
  value(column: number, row: number): EngineValue
}

/** A column of a new table. */
export interface StoredColumn {
  readonly name: string
  /** `whole`: 0 to 2^32 − 1. */
  readonly kind: 'whole' | 'number' | 'text'
  readonly at: (row: number) => number | string | null
}

/** What some engines can do and others cannot. */
export interface Capabilities {
  /** It holds tables and dictionaries that criba makes, until it is closed. */
  readonly temporaryTables: boolean
}

/** Runs statements: all that a source needs of a database. */
export interface Engine {
  readonly name: 'duckdb'
  readonly dialect: Dialect
  readonly can: Capabilities
  /** The statements it was given so far, and the rows that came out. */
  readonly work: Work
  /** How many statements run at once where each has one thread. */
  readonly workers: number
  /** Runs a statement that reads no data, such as a setting; it is not counted. */
  run(sql: string): Promise<void>
  /** Runs a statement and returns its rows. */
  rows(sql: string, worker?: number): Promise<readonly ResultRow[]>
  /** Runs a statement and yields its rows in blocks. */
  blocks(sql: string, worker?: number): AsyncGenerator<EngineBlock>
  /** Runs work in which every statement has one thread, so that it sums rows in the same order in every run. */
  onOneThread<T>(work: () => Promise<T>): Promise<T>
  /** Makes a table, in place of one of that name. */
  store(table: string, rows: number, columns: readonly StoredColumn[]): Promise<void>
  /** Stops all that is running. */
  interrupt(): void
  close(): void
}
