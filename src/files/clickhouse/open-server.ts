import { parseAddress } from '../../sources/clickhouse/address.ts'
import type { Address } from '../../sources/clickhouse/address.ts'
import { quotedName } from '../../sources/clickhouse/dialect.ts'
import { ClickHouseEngine } from '../../sources/clickhouse/engine.ts'
import { HttpConnection } from '../../sources/clickhouse/http-connection.ts'
import { settingsOf } from '../../sources/clickhouse/settings.ts'
import { columnFacts } from '../../sources/sql/column-facts.ts'
import type { Relation } from '../../sources/sql/relation.ts'
import { memoryBytes } from '../../sources/sql/memory-amount.ts'
import { SqlSource } from '../../sources/sql/source.ts'
import { isRefused } from '../../sources/clickhouse/failure.ts'
import { MemorySource } from '../../sources/memory/source.ts'
import type { Source } from '../../sources/source.ts'
import { CribaError } from '../../spec/error.ts'
import { keepFilter, resolveChoice } from '../column-choice.ts'
import type { ColumnChoice } from '../column-choice.ts'
import { columnBytes } from './column-bytes.ts'
import { readSample } from './sample.ts'
import type { SampleChoice } from './sample.ts'
import { queryAsTable } from './server-query.ts'
import { typedServerColumns } from './server-columns.ts'

/** How a table on a server is opened. */
export interface ServerOptions extends ColumnChoice {
  /** A query over the table, which the query calls `data`; its rows are read instead of the table's. */
  readonly sql?: string
  /** Rows that are read into memory instead, where all is computed then. */
  readonly sample?: SampleChoice
  /**
   * The password; by default that of the environment variable CLICKHOUSE_PASSWORD, or none. A function is called only if the server
   * takes none.
   */
  readonly password?: string | (() => Promise<string>)
  /** The memory that a query may use on each server, such as `8GB`; by default `4GB`. */
  readonly memory?: string
  /** The most threads of a query on each server. */
  readonly threads?: number
  /** Interrupts opening. */
  readonly signal?: AbortSignal
}

/**
 * Opens a table of a ClickHouse server as a source of statistics: counts, moments and order statistics are computed where the rows
 * live. The server creates nothing, and its table must not change meanwhile.
 *
 * @example const source = await openClickHouse('clickhouse://reader@localhost/default.flights')
 */
export async function openClickHouse(
  address: string,
  options: ServerOptions = {},
): Promise<Source & { close(): void }> {
  const parsed = parseAddress(address)
  const { signal = new AbortController().signal, sample } = options
  const engine = new ClickHouseEngine(await connect(parsed, options, signal))
  const interrupt = () => engine.interrupt()
  signal.addEventListener('abort', interrupt)
  try {
    const relation = await relationOf(engine, parsed, options)
    if (!sample) return new SqlSource(relation)
    const source = new MemorySource(await readSample(relation, sample))
    engine.close()
    return Object.assign(source, { close: () => {} })
  } catch (error) {
    engine.close()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

/** Connects with the password; one that is asked for is asked only if the server takes none. */
async function connect(
  address: Address,
  { password = process.env.CLICKHOUSE_PASSWORD, memory, threads }: ServerOptions,
  signal: AbortSignal,
): Promise<HttpConnection> {
  const bytes = memory === undefined ? undefined : memoryBytes(memory)
  const settings = settingsOf(address.settings, { bytes, threads })
  const open = (word: string) => HttpConnection.open(address, word, settings, signal)
  if (typeof password !== 'function') return open(password ?? '')
  try {
    return await open('')
  } catch (error) {
    if (!isRefused(error)) throw error
    return open(await password())
  }
}

/** The table, or the query over it, with facts about its columns. */
export async function relationOf(
  engine: ClickHouseEngine,
  { database, table }: Pick<Address, 'database' | 'table'>,
  options: ServerOptions,
): Promise<Relation> {
  const name = `${quotedName(database)}.${quotedName(table)}`
  const from = options.sql === undefined ? name : queryAsTable(options.sql, name)
  const { names, types } = await engine.typedRows(`SELECT * FROM ${from} LIMIT 0`)
  const choice = resolveChoice(options, names)
  const isKept = keepFilter(choice)
  const kept = names.map((name, i) => ({ name, serverType: types[i] })).filter(({ name }) => isKept(name))
  const [[count]] = await engine.rows(`SELECT count(*) FROM ${from}`)
  const rows = Number(count)
  if (rows === 0) {
    const what = options.sql === undefined ? `${database}.${table} is empty` : 'the query returns no rows'
    throw new CribaError('missing', `missing rows: ${what}`)
  }
  const { columns, warnings } = await typedServerColumns(engine, from, kept, choice)
  const view = { from, key: null, rows, columns, warnings }
  const facts = await columnFacts(engine, view)
  const sizes =
    options.sql === undefined ? await columnBytes(engine, { database, table }) : new Map<string, number>()
  const withBytes = facts.map((column) => {
    const bytes = sizes.get(column.name)
    return bytes === undefined || bytes === 0 ? column : { ...column, bytes }
  })
  return { engine, ...view, columns: withBytes }
}
