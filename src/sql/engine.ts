import { CribaError } from '#core'
import type { AnyText, Work } from '#core'
import type { Dialect } from './dialect.ts'

/** A value of a result. */
export type EngineValue = number | bigint | string | boolean | null

/** One row of a result. */
export type ResultRow = readonly EngineValue[]

/** The texts of a column of a block: the level of a row is `levels[codes[row]]`; levels may repeat. */
export interface BlockTexts {
  readonly levels: readonly (string | null)[]
  readonly codes: Uint32Array
}

/** Rows of a result, column by column. Rows of two results are matched by a row key, never by their order. */
export interface EngineBlock {
  readonly rows: number
  /** A column of doubles, none of them NULL. */
  numbers(column: number): Float64Array
  value(column: number, row: number): EngineValue
  /** A column of texts, if the engine gives them all at once. */
  texts?(column: number): BlockTexts | null
}

/** A column of a new table. */
export interface StoredColumn {
  readonly name: string
  /** `whole`: 0 to 2^32 − 1. */
  readonly kind: 'whole' | 'number' | 'text'
  readonly at: (row: number) => number | string | null
}

/** Makes tables and dictionaries in an engine, which exist until it is closed. */
export interface Tables {
  /** Runs a statement that reads no data, such as a setting; it is not counted. */
  run(sql: string): Promise<void>
  /** Creates a table; replaces a table of the same name. */
  store(table: string, rows: number, columns: readonly StoredColumn[]): Promise<void>
}

/** Runs statements: the interface that a source needs of a database. */
export interface Engine {
  /** What results call it: `duckdb`, `clickhouse`, or a name of your own. */
  readonly name: 'duckdb' | 'clickhouse' | AnyText
  readonly dialect: Dialect
  /** `null` if it only reads. */
  readonly tables: Tables | null
  /** The number of statements run so far, and of the rows they returned. */
  readonly work: Work
  /**
   * For an engine beside the analysis: how many bytes the rows of a table may take in the memory of the
   * analysis. Columns of a table that fits are read once, and kernels answer; without this, queries answer.
   */
  readonly rowMemory?: number
  /** For such an engine: the bytes that levels may take in the heap of the analysis, if it is bounded. */
  readonly heap?: number
  /** How many statements run at once if each has one thread. */
  readonly workers: number
  /** Runs a statement and returns its rows. */
  rows(sql: string, worker?: number): Promise<readonly ResultRow[]>
  /** Runs a statement and yields its rows in blocks. */
  blocks(sql: string, worker?: number): AsyncGenerator<EngineBlock>
  /**
   * Runs work with one thread per statement, so that each statement sums rows in the same order in every run.
   */
  onOneThread<T>(work: () => Promise<T>): Promise<T>
  /** Interrupts all running statements. */
  interrupt(): void
  close(): void
}

/**
 * The only row of a statement that has one, such as sums of all rows; refuses another answer, which a server
 * may send.
 */
export async function oneRow(engine: Engine, sql: string, cells: number): Promise<ResultRow> {
  const rows = await engine.rows(sql)
  if (rows.length === 1 && rows[0].length === cells) return rows[0]
  const sent = rows.length === 1 ? `a row of ${rows[0].length}` : `${rows.length} rows`
  throw new CribaError(
    'unreadable',
    `unreadable data: ${engine.name} sent ${sent} where one of ${cells} was asked for`,
  )
}
