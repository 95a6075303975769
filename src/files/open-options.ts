import type { ColumnTypes } from '../columns/from-columns.ts'
import type { ColumnChoice } from './column-choice.ts'
import type { TextOptions } from './text/text-file.ts'

/** How a file is read; the options of `TextOptions` are for delimited text only. */
export interface ReadOptions extends TextOptions {
  /** A query over the file, which it calls `data`; its rows are read in place of the file's. */
  readonly sql?: string
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /** Columns that are not read. */
  readonly drop?: readonly string[]
  /** Decides on both once the names of the columns are known, instead; `areAll` unless a query makes others of them. */
  readonly choose?: NonNullable<ColumnChoice['choose']>
  /** At most so many threads; by default as many as the machine runs at once, at most 8. They change no result. */
  readonly threads?: number
  /**
   * How much memory the engine may use, such as `4GB`, before it writes to the temporary folder; by default half of the
   * machine's. It changes no result.
   */
  readonly memory?: string
  /** Stops the reading; what is open then is closed. */
  readonly signal?: AbortSignal
  /** Called now and then with the share of a text that was read, 0 to 1. */
  readonly progress?: (share: number) => void
}

/** How a file is opened as a source. */
export interface OpenOptions extends ReadOptions {
  /** Where the statistics are computed; by default in memory up to 2^26 values, in DuckDB beyond. */
  readonly source?: 'memory' | 'duckdb'
}
