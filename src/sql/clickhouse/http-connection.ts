import { arrayBuffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@clickhouse/client'
import type { ClickHouseClient } from '@clickhouse/client'
import { CribaError } from '#core'
import type { Address, Settings } from './address.ts'
import { parseTabSeparated, tabSeparated } from './engine.ts'
import type { Connection } from './engine.ts'
import { failureOf, isTransient } from './failure.ts'

/**
 * How often a query is sent at most, and how long it waits after the first failure; then four times as long
 * each time.
 */
const tries = 4
const firstWait = 250

/** A connection over HTTP, by the official client. */
export class HttpConnection implements Connection {
  readonly #client: ClickHouseClient
  readonly #address: Address
  /** The settings that the server knows, and lets the user change. */
  #settings: Settings = {}
  /** The name of all queries of this connection in the server's lists, with a number each. */
  readonly #tag = `criba-${crypto.randomUUID()}`
  #queries = 0

  private constructor(address: Address, password: string, seconds: number) {
    const { host, user, database, isSecure } = address
    this.#address = address
    this.#client = createClient({
      url: `${isSecure ? 'https' : 'http'}://${host}`,
      username: user,
      password,
      database,
      application: 'criba',
      // The server stops the query first.
      request_timeout: (seconds + 60) * 1000,
      compression: { request: false, response: false },
      log: { level: 127 },
    })
  }

  /** Connects, and finds out which settings the server knows. */
  static async open(
    address: Address,
    password: string,
    settings: Settings,
    signal: AbortSignal,
  ): Promise<HttpConnection> {
    const connection = new HttpConnection(address, password, Number(settings.max_execution_time))
    try {
      const known = parseTabSeparated(
        await connection.select('SELECT name, value FROM system.settings', signal),
      )
      const values = new Map(known.rows.map(([name, value]) => [String(name), String(value)]))
      const unknown = Object.keys(address.settings).find((name) => !values.has(name))
      if (unknown !== undefined) {
        throw new CribaError('unknown', `unknown setting of the server: ${unknown} (it is in the address)`)
      }
      const isFixed = values.get('readonly') === '1'
      const usable = Object.entries(settings).filter(([name]) => values.has(name) || isOfProtocol(name))
      connection.#settings = isFixed ? { wait_end_of_query: '1' } : Object.fromEntries(usable)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  async select(sql: string, signal: AbortSignal): Promise<string> {
    let pause = firstWait
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(sql, signal)
      } catch (error) {
        if (signal.aborted) throw new CribaError('interrupted', 'interrupted')
        if (attempt === tries || !isTransient(error)) throw failureOf(error, this.#address, this.#settings)
        await wait(pause, undefined, { signal }).catch(() => {})
        pause *= 4
      }
    }
  }

  close(): void {
    void this.#client.close()
  }

  async #send(sql: string, signal: AbortSignal): Promise<string> {
    const { stream } = await this.#client.exec({
      query: `${sql} FORMAT ${tabSeparated}`,
      query_id: `${this.#tag}-${++this.#queries}`,
      clickhouse_settings: this.#settings,
      abort_signal: signal,
    })
    return decoded(await arrayBuffer(stream))
  }
}

/** Texts of a server are bytes: two that are no UTF-8 could look the same. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const remedy = 'drop the column, or make text of it, as with --sql "SELECT hex(name) AS name FROM data"'
    throw new CribaError(
      'unreadable',
      `unreadable texts: the server sent bytes that are no UTF-8 (${remedy})`,
      { cause },
    )
  }
}

/** Parameters of the protocol are no settings. */
function isOfProtocol(name: string): boolean {
  return name === 'wait_end_of_query'
}
