import type { ColumnTypes } from '../columns/from-columns.ts'

/** How a file is read. */
export interface ReadOptions {
  /** A query over the file, which it calls `data`; its rows are read in place of the file's. */
  readonly sql?: string
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /**
   * What the engine may hold in memory, such as `4GB`, before it writes to the temporary folder; without it half of what the
   * machine has. It changes no result.
   */
  readonly memory?: string
  /** Stops the reading; what is open then is closed. */
  readonly signal?: AbortSignal
}

/** How a file is opened as a source. */
export interface OpenOptions extends ReadOptions {
  /** Where the statistics are made; without it in memory up to 2^26 cells, beyond in the engine. */
  readonly source?: 'memory' | 'duckdb'
  /** Columns that are not read. */
  readonly drop?: readonly string[]
}
