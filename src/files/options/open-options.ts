import type { TextOptions } from '#core'
import type { ColumnTypes } from '../cells/column-types.ts'
import type { ColumnChoice } from './column-choice.ts'
import type { SampleChoice } from './sample.ts'

/** How a file is read; but for `missingWords`, the options of `TextOptions` apply to text and sheets only. */
export interface ReadOptions extends TextOptions {
  /** An SQL query over the file, which the query calls `data`; its rows are read instead of the file's. */
  readonly sql?: string
  /** Types by column name; `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /** Columns that are not read. */
  readonly drop?: readonly string[]
  /**
   * Chooses both from the names of the columns instead; `areAll` is false if a query will make other columns
   * of them.
   */
  readonly choose?: NonNullable<ColumnChoice['choose']>
  /**
   * The most threads; by default as many as the machine runs at once, but no more than 8. The number changes
   * no result.
   */
  readonly threads?: number
  /**
   * How much memory the engine may use, such as `4GB`, before it writes to the temporary folder; by default
   * half of the machine's memory. A table of up to half of it is loaded, a larger one is queried: scores made
   * of sums differ by 1e-9.
   */
  readonly memory?: string
  /**
   * The most bytes that a packed file may have once it is unpacked, such as `64GB`; by default 16 GB, or a
   * hundred times its own size if that is more. It also holds for the text that is made of a sheet.
   */
  readonly limitBytes?: string
  /** Interrupts reading; open files and the engine are closed. */
  readonly signal?: AbortSignal
  /** Called from time to time with the share of a text read so far, 0 to 1. */
  readonly progress?: (share: number) => void
}

/** How a file is opened as a source. */
export interface OpenOptions extends ReadOptions {
  /**
   * What is done with options of reading that would mend what warnings and errors say: by default they are
   * only named; with `apply` the data are read again with those that lose nothing: they are `mended` of the
   * source.
   */
  readonly mends?: 'show' | 'apply'
  /**
   * Whether cells that a spreadsheet would compute get an apostrophe in the .csv and .tsv files that
   * `openReducible` writes: those that begin with `=`, `+`, `-`, `@`, a tab or a line break, and are no
   * numbers.
   */
  readonly safeCsv?: boolean
  /** Whether `openReducible` replaces a file that is there once its columns are known; by default it does. */
  readonly replace?: boolean
  /** A column that the data should have: where they lack it, mends are sought that give it to them. */
  readonly target?: string
  /**
   * Where statistics are computed; by default in memory for up to 2^26 values, and for text that fits there, else in DuckDB.
   */
  readonly source?: 'memory' | 'duckdb'
  /** Rows of a server that are read into memory; a file is read as a whole. */
  readonly sample?: SampleChoice
  /** The password of a server, or what asks for it. */
  readonly password?: string | (() => Promise<string>)
}
