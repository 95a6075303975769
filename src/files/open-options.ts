import type { ColumnTypes } from '../columns/from-columns.ts'
import type { TextOptions } from './text/text-file.ts'

/** How a file is read; the options of text hold for delimited text alone. */
export interface ReadOptions extends TextOptions {
  /** A query over the file, which it calls `data`; its rows are read in place of the file's. */
  readonly sql?: string
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /** Columns that are not read. */
  readonly drop?: readonly string[]
  /** At most so many threads; by default as many as the machine runs at once, at most 8. They change no result. */
  readonly threads?: number
  /**
   * What the engine may hold in memory, such as `4GB`, before it writes to the temporary folder; without it half of what the
   * machine has. It changes no result.
   */
  readonly memory?: string
  /** Stops the reading; what is open then is closed. */
  readonly signal?: AbortSignal
  /** Called now and then with the share of a text that was read, 0 to 1. */
  readonly progress?: (share: number) => void
}

/** How a file is opened as a source. */
export interface OpenOptions extends ReadOptions {
  /** Where the statistics are made; without it in memory up to 2^26 cells, beyond in the engine. */
  readonly source?: 'memory' | 'duckdb'
}
