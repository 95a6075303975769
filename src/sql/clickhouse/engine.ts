import { CribaError } from '#core'
import type { Work } from '#core'
import type { Engine, EngineBlock, EngineValue, ResultRow } from '../engine.ts'
import { clickhouse } from './dialect.ts'

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

/** Rows of a result in the format TabSeparatedWithNamesAndTypes. */
interface TypedRows {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly rows: readonly ResultRow[]
}

/** The name of the format. */
export const tabSeparated = 'TabSeparatedWithNamesAndTypes'

/**
 * Reads a result: whole numbers of 64 bits and more as bigints, other numbers as doubles, to the last bit.
 */
export function parseTabSeparated(text: string): TypedRows {
  const lines = text.split('\n')
  if (lines[lines.length - 1] === '') lines.pop()
  const [names = [], types = []] = lines.slice(0, 2).map((line) => line.split('\t').map(unescaped))
  const parsers = types.map(parserOf)
  const rows = lines.slice(2).map((line) => line.split('\t').map((cell, i) => parsers[i](cell)))
  return { names, types, rows }
}

type Parser = (cell: string) => EngineValue

function parserOf(type: string): Parser {
  const inner = plainType(type)
  const parse = /^U?Int(64|128|256)$/.test(inner)
    ? BigInt
    : /^(U?Int|Float)\d+$/.test(inner)
      ? numberOf
      : unescaped
  return (cell) => (cell === '\\N' ? null : parse(cell))
}

/** A type without what says that it may be NULL or is stored as a dictionary. */
export function plainType(type: string): string {
  const wrapped = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)
  return wrapped ? plainType(wrapped[1]) : type
}

function numberOf(cell: string): number {
  if (cell === 'inf') return Infinity
  return cell === '-inf' ? -Infinity : Number(cell)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' }

function unescaped(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) : cell
}
