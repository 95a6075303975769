import { CribaError } from '#core'
import type { Work } from '#core'
import type { Engine, EngineBlock, ResultRow } from '../engine.ts'
import { clickhouse } from './dialect.ts'
import { parseTabSeparated } from './tab-separated.ts'
import type { TypedRows } from './tab-separated.ts'

/** Sends a SELECT to a server, or to one in the same process. */
export interface Connection {
  /** Runs a SELECT and returns its result in the format TabSeparatedWithNamesAndTypes. */
  select(sql: string, signal: AbortSignal): Promise<string>
  close(): void
}

/** A ClickHouse server, from which it only reads. */
export class ClickHouseEngine implements Engine {
  readonly name = 'clickhouse'
  readonly dialect = clickhouse
  readonly tables = null
  readonly work: Work = { queries: 0, rows: 0, kernels: {} }
  /** A server uses all its threads for one statement. */
  readonly workers = 1
  readonly #connection: Connection
  #running = new AbortController()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Runs a statement and returns its rows, with the names and types of their columns. */
  async typedRows(sql: string): Promise<TypedRows> {
    this.work.queries++
    const { signal } = this.#running
    const text = await this.#connection.select(sql, signal)
    if (signal.aborted) throw new CribaError('interrupted', 'interrupted')
    const result = parseTabSeparated(text)
    this.work.rows += result.rows.length
    return result
  }

  async rows(sql: string): Promise<readonly ResultRow[]> {
    return (await this.typedRows(sql)).rows
  }

  /** All results are statistics, so one block takes them. */
  async *blocks(sql: string): AsyncGenerator<EngineBlock> {
    const rows = await this.rows(sql)
    yield {
      rows: rows.length,
      numbers: (column) => Float64Array.from(rows, (row) => Number(row[column])),
      value: (column, row) => rows[row][column],
    }
  }

  /** Its sums are the same in any order. */
  onOneThread<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  interrupt(): void {
    this.#running.abort()
    this.#running = new AbortController()
  }

  close(): void {
    this.interrupt()
    this.#connection.close()
  }
}
