import { availableParallelism } from 'node:os'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { CribaError } from '#core'
import type { Work } from '#core'
import type { Engine, EngineBlock, EngineValue, ResultRow, StoredColumn, Tables } from '../engine.ts'
import { formatBytes } from '../memory-amount.ts'
import { engineMemory, heapBytes, rowMemoryOf } from './row-memory.ts'
import { blockRows, BlockWriter, typesOfKinds } from './append-rows.ts'
import type { StoredValues } from './append-rows.ts'
import { textsOf } from './block-texts.ts'
import { duckdb, quotedName, quotedText } from './dialect.ts'
import { failureOf, makeSpillFolder, removeSpillFolder } from './limits.ts'
import { checkUserQuery } from './user-query.ts'

/** After this many blocks, appending yields to the event loop. */
const blocksPerYield = 8

/** A new table to which rows are appended until it is finished. */
export interface StoredRows {
  append(rows: number, columns: readonly StoredValues[], signal?: AbortSignal): Promise<void>
  finish(): Promise<void>
}

/**
 * Rows that one thread reads at a time, a row group: fewer rows keep no second one busy, which costs more
 * than small queries.
 */
const rowsOfThread = 122_880

/** An embedded DuckDB with one connection per core. */
export class DuckEngine implements Engine {
  readonly name = 'duckdb'
  readonly dialect = duckdb
  readonly tables: Tables = this
  readonly work: Work = { queries: 0, rows: 0, kernels: {} }
  readonly workers: number
  readonly #instance: DuckDBInstance
  readonly #connections: readonly DuckDBConnection[]
  readonly #spill: string
  readonly rowMemory: number
  readonly heap = heapBytes()
  readonly #memory: string
  #threads: number
  #check = () => {}

  private constructor(
    instance: DuckDBInstance,
    connections: readonly DuckDBConnection[],
    spill: string,
    memory: number,
    threads: number,
  ) {
    this.#instance = instance
    this.#connections = connections
    this.#spill = spill
    this.#memory = formatBytes(memory)
    this.rowMemory = rowMemoryOf(memory)
    this.#threads = threads
    this.workers = connections.length
  }

  /**
   * `memory`: the memory used before it writes to the temporary folder, such as `4GB`; by default half of the
   * machine's. `rows`: how many its tables will have, where that is known.
   */
  static async start({
    memory,
    rows = Infinity,
  }: { readonly memory?: string | undefined; readonly rows?: number } = {}): Promise<DuckEngine> {
    const limit = engineMemory(memory)
    const spill = makeSpillFolder()
    const workers = availableParallelism()
    const threads = threadsOf(rows, workers)
    // Do not install extensions: no run may access the network.
    const instance = await DuckDBInstance.create(':memory:', {
      autoinstall_known_extensions: 'false',
      memory_limit: formatBytes(limit),
      temp_directory: spill,
      threads: String(threads),
    })
    const connections: DuckDBConnection[] = []
    for (let i = 0; i < workers; i++) connections.push(await instance.connect())
    return new DuckEngine(instance, connections, spill, limit, threads)
  }

  /** From now on, a query has as many threads as so many rows keep busy. */
  async fitThreads(rows: number): Promise<void> {
    await this.#setThreads(threadsOf(rows, this.workers))
  }

  async #setThreads(threads: number): Promise<void> {
    if (threads === this.#threads) return
    await this.run(`SET threads = ${threads}`)
    this.#threads = threads
  }

  async run(sql: string): Promise<void> {
    await this.#guard(() => this.#connections[0].run(sql))
    this.#check()
  }

  async rows(sql: string, worker = 0): Promise<readonly ResultRow[]> {
    this.work.queries++
    const rows = await this.#guard(async () => (await this.#connections[worker].run(sql)).getRows())
    this.#check()
    this.work.rows += rows.length
    return rows as readonly ResultRow[]
  }

  async *blocks(sql: string, worker = 0): AsyncGenerator<EngineBlock> {
    this.work.queries++
    const result = await this.#guard(() => this.#connections[worker].stream(sql))
    for (;;) {
      const chunk = await this.#guard(() => result.fetchChunk())
      if (!chunk || chunk.rowCount === 0) {
        this.#check()
        return
      }
      this.work.rows += chunk.rowCount
      yield blockOf(chunk)
    }
  }

  async onOneThread<T>(work: () => Promise<T>): Promise<T> {
    const threads = this.#threads
    await this.#setThreads(1)
    try {
      return await work()
    } finally {
      await this.#setThreads(threads)
    }
  }

  /** Creates a table to append to; replaces a table of the same name. */
  async storeRows(table: string, columns: readonly Omit<StoredColumn, 'at'>[]): Promise<StoredRows> {
    const list = columns.map(({ name, kind }) => `${quotedName(name)} ${typesOfKinds[kind].toString()}`)
    await this.run(`CREATE OR REPLACE TABLE ${quotedName(table)} (${list.join(', ')})`)
    const appender = await this.#connections[0].createAppender(table)
    const writer = new BlockWriter(columns)
    return {
      append: async (rows, values, signal) => {
        for (let from = 0; from < rows; from += blockRows) {
          // Yield to the event loop, so that the signal can be aborted.
          if (from % (blocksPerYield * blockRows) === 0) await new Promise((resolve) => setImmediate(resolve))
          if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
          writer.fill(values, from, Math.min(rows, from + blockRows))
          await this.#guard(() => appender.appendDataChunk(writer.block))
        }
      },
      finish: () => this.#guard(() => appender.closeSync()),
    }
  }

  async store(table: string, rows: number, columns: readonly StoredColumn[]): Promise<void> {
    const stored = await this.storeRows(table, columns)
    await stored.append(
      rows,
      columns.map(({ at }) => at),
    )
    await stored.finish()
  }

  /** Refuses a query of a user unless it is a single SELECT that reads the view `data` and nothing else. */
  async checkUserQuery(sql: string): Promise<void> {
    const parsing = `SELECT json_serialize_sql(${quotedText(sql)})`
    const [[parsed]] = await this.#guard(async () => (await this.#connections[0].run(parsing)).getRows())
    checkUserQuery(parsed as string)
  }

  /** From now on, statements can read and write only these files. */
  async confine(files: readonly string[]): Promise<void> {
    await this.run(`SET allowed_paths = [${files.map(quotedText).join(', ')}]`)
    await this.run('SET enable_external_access = false')
  }

  /** From now on, `check` is called after each statement: it throws if files that statements read have changed. */
  afterReading(check: () => void): void {
    this.#check = check
  }

  interrupt(): void {
    for (const connection of this.#connections) connection.interrupt()
  }

  close(): void {
    for (const connection of this.#connections) connection.closeSync()
    this.#instance.closeSync()
    removeSpillFolder(this.#spill)
  }

  /** Runs work of the engine; if memory or disk is full, or a file has changed, the error says which. */
  async #guard<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#check()
      throw failureOf(error, { memory: this.#memory, folder: this.#spill })
    }
  }
}

function threadsOf(rows: number, workers: number): number {
  return Math.max(1, Math.min(workers, Math.ceil(rows / rowsOfThread)))
}

function blockOf(chunk: DuckDBDataChunk): EngineBlock {
  return {
    rows: chunk.rowCount,
    // Read from the engine's own array: getting single values takes ten times as long.
    numbers: (column) => (chunk.getColumnVector(column) as unknown as { items: Float64Array }).items,
    value: (column, row) => chunk.getColumnVector(column).getItem(row) as EngineValue,
    texts: (column) => textsOf(chunk.getColumnVector(column), chunk.rowCount),
  }
}
