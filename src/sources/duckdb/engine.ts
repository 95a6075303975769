import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  DuckDBAppender,
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBValue,
} from '@duckdb/node-api'
import type { Work } from '../source.ts'
import { duckApi, loadDuckApi } from './api.ts'

/** What the engine may hold in memory before it writes to the temporary folder. */
const memoryLimit = '384MB'

/** One embedded DuckDB with a connection for each core; counts the queries it is given and the rows that come out. */
export class Engine {
  readonly work: Work = { queries: 0, rows: 0, kernels: {} }
  readonly threads: number
  readonly #instance: DuckDBInstance
  readonly #connections: readonly DuckDBConnection[]

  private constructor(instance: DuckDBInstance, connections: readonly DuckDBConnection[]) {
    this.#instance = instance
    this.#connections = connections
    this.threads = connections.length
  }

  static async start(): Promise<Engine> {
    const { DuckDBInstance } = await loadDuckApi()
    // No run touches the network, so no extension is fetched.
    const instance = await DuckDBInstance.create(':memory:', {
      autoinstall_known_extensions: 'false',
      memory_limit: memoryLimit,
      temp_directory: join(tmpdir(), `criba-${process.pid}`),
    })
    const connections: DuckDBConnection[] = []
    for (let i = 0; i < availableParallelism(); i++) connections.push(await instance.connect())
    return new Engine(instance, connections)
  }

  /** Runs a statement that reads no data, such as a setting or an empty table; it is not counted. */
  async run(sql: string): Promise<void> {
    await this.#connections[0].run(sql)
  }

  /** Runs a statement and returns its rows as arrays of values. */
  async rows(sql: string, connection = 0): Promise<readonly (readonly DuckDBValue[])[]> {
    this.work.queries++
    const result = await this.#connections[connection].run(sql)
    const rows = await result.getRows()
    this.work.rows += rows.length
    return rows
  }

  /** Runs a statement and yields its rows in blocks of columns, as the engine lays them out. */
  async *chunks(sql: string, connection = 0): AsyncGenerator<DuckDBDataChunk> {
    this.work.queries++
    const result = await this.#connections[connection].stream(sql)
    for await (const chunk of result) {
      this.work.rows += chunk.rowCount
      yield chunk
    }
  }

  /** Whether a text is one statement, and one that only reads. */
  async isSelect(sql: string): Promise<boolean> {
    const statements = await this.#connections[0].extractStatements(sql)
    if (statements.count !== 1) return false
    const prepared = await statements.prepare(0)
    const isSelect = prepared.statementType === duckApi().StatementType.SELECT
    prepared.destroySync()
    return isSelect
  }

  /** From here on, no statement reads or writes any other file. */
  async confine(files: readonly string[]): Promise<void> {
    await this.run(`SET allowed_paths = [${files.map(quotedText).join(', ')}]`)
    await this.run('SET enable_external_access = false')
  }

  /** Adds rows to a table without SQL. */
  async appender(table: string): Promise<DuckDBAppender> {
    return this.#connections[0].createAppender(table)
  }

  /** Stops what is running, on every connection. */
  interrupt(): void {
    for (const connection of this.#connections) connection.interrupt()
  }

  close(): void {
    for (const connection of this.#connections) connection.closeSync()
    this.#instance.closeSync()
  }
}

/** A name as SQL writes it; column names reach a statement no other way. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as SQL writes it. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
