import { CribaError, textIn } from '#core'
import type { Source } from '#core'
import { MemorySource } from '#memory'
import {
  ClickHouseEngine,
  clickHouseName,
  clickHouseText,
  columnFacts,
  HttpConnection,
  isRefused,
  memoryBytes,
  oneRow,
  parseAddress,
  settingsOf,
  SqlSource,
} from '#sql'
import type { Address, Relation } from '#sql'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { givenOpenOptions } from '../options/given-options.ts'
import { readSample } from '../options/sample.ts'
import type { SampleChoice } from '../options/sample.ts'
import { typedServerColumns } from './server-columns.ts'

/** How a table on a server is opened. */
export interface ServerOptions extends ColumnChoice {
  /** A query over the table, which the query calls `data`; its rows are read instead of the table's. */
  readonly sql?: string
  /** Rows that are read into memory instead, where all is computed then. */
  readonly sample?: SampleChoice
  /**
   * The password; by default that of the environment variable CLICKHOUSE_PASSWORD, or none. A function is
   * called only if the server takes none.
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
 * Opens a table of a ClickHouse server as a source of statistics: counts, moments and order statistics are
 * computed where the rows live. The server creates nothing, and its table must not change meanwhile.
 *
 * @example const source = await openClickHouse('clickhouse://reader@localhost/default.flights')
 */
export async function openClickHouse(
  address: string,
  given: ServerOptions = {},
): Promise<Source & { close(): void }> {
  const parsed = parseAddress(textIn('address', address, 'a text') ?? '')
  const options = givenOpenOptions(given)
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

/** The words of a query: names, quoted names and texts, comments, and single signs. */
const word =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*.*?\*\/|[\p{L}_][\p{L}\p{N}_]*|\s+|./gsu

/** What makes other rows in every run. */
const unrepeatable =
  /^(?:limit|sample|rand(?:32|64|Constant|Canonical)?|generateUUIDv\d|rowNumberIn(?:All)?Blocks?)$/i

/**
 * The query of a user as a FROM clause: it calls the table `data`. Each statement runs it again, so that it
 * must give the same rows each time.
 */
function queryAsTable(sql: string, table: string): string {
  const words = sql.trim().replace(/;\s*$/, '').match(word) ?? []
  const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text)
  const spoken = words.filter((text) => !isBlank(text))
  if (!/^(?:select|with)$/i.test(spoken[0] ?? '') || spoken.includes(';')) {
    throw new CribaError('invalid', 'invalid query: needs a single SELECT over data')
  }
  const bad = spoken.find((text) => unrepeatable.test(text))
  if (bad !== undefined) {
    throw new CribaError(
      'invalid',
      `invalid query: ${bad} may give other rows each time it runs, and every statistic runs it (choose rows by WHERE, or take --sample <n> --key <column>)`,
    )
  }
  let last = ''
  const replaced = words.map((text, i) => {
    if (isBlank(text)) return text
    const isTable = text === 'data' && /^(?:from|join)$/i.test(last)
    last = text
    if (!isTable) return text
    const next = words.slice(i + 1).find((after) => !isBlank(after)) ?? ''
    return /^as$/i.test(next) ? table : `${table} AS data`
  })
  return `(${replaced.join('')}\n)`
}

/**
 * The tables that hold the parts of a distributed table, as its engine names them: cluster, database and
 * table.
 */
const distributed = /ENGINE = Distributed\('?([^,']+)'?, *'?([^,']+)'?, *'?([^,')]+)'?/

/**
 * The compressed bytes of each column on all servers, from their system tables. Empty where the user may not
 * read these, and of views and queries.
 */
async function columnBytes(
  engine: ClickHouseEngine,
  { database, table }: Pick<Address, 'database' | 'table'>,
): Promise<ReadonlyMap<string, number>> {
  const of = (database: string, table: string) =>
    `database = ${clickHouseText(database)} AND table = ${clickHouseText(table)}`
  try {
    const [found] = await engine.rows(
      `SELECT create_table_query FROM system.tables WHERE database = ${clickHouseText(database)} AND name = ${clickHouseText(table)}`,
    )
    const parts = distributed.exec(String(found?.[0]))
    const from = parts ? `cluster(${clickHouseText(parts[1])}, system.columns)` : 'system.columns'
    const where = parts ? of(parts[2], parts[3]) : of(database, table)
    const rows = await engine.rows(
      `SELECT name, toFloat64(sum(data_compressed_bytes)) FROM ${from} WHERE ${where} GROUP BY name`,
    )
    return new Map(rows.map(([name, bytes]) => [String(name), Number(bytes)]))
  } catch (error) {
    if (error instanceof CribaError && error.code === 'interrupted') throw error
    return new Map()
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
  const name = `${clickHouseName(database)}.${clickHouseName(table)}`
  const from = options.sql === undefined ? name : queryAsTable(options.sql, name)
  const { names, types } = await engine.typedRows(`SELECT * FROM ${from} LIMIT 0`)
  const choice = resolveChoice(options, names)
  const isKept = keepFilter(choice)
  const kept = names.map((name, i) => ({ name, serverType: types[i] })).filter(({ name }) => isKept(name))
  const [count] = await oneRow(engine, `SELECT count(*) FROM ${from}`, 1)
  const rows = Number(count)
  if (!Number.isSafeInteger(rows) || rows < 0)
    throw new CribaError('unreadable', `unreadable data: the server counts ${String(count)} rows`)
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
