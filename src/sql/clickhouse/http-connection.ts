import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@clickhouse/client'
import type { ClickHouseClient } from '@clickhouse/client'
import { CribaError } from '#core'
import { formatBytes } from '../memory-amount.ts'
import type { Address, Settings } from './address.ts'
import type { Connection } from './engine.ts'
import { failureOf, isTransient } from './failure.ts'
import { notClickHouse, parseTabSeparated, tabSeparated } from './tab-separated.ts'

/**
 * How often a query is sent at most, and how long it waits after the first failure; then four times as long
 * each time.
 */
const tries = 4
const firstWait = 250

/** Answers are statistics, or a sample of rows: no text of JavaScript is much longer. */
const longestAnswer = 500 * 1024 * 1024

/** A server that has not said within this time which settings it has answers no question. */
const openingSeconds = 60

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
      const values = await serverSettings(connection, address.host, signal)
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
    return decoded(await bytesOf(stream))
  }
}

/** The settings of a server, by name. */
async function serverSettings(
  connection: HttpConnection,
  host: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const late = AbortSignal.timeout(openingSeconds * 1000)
  const sql = 'SELECT name, value FROM system.settings'
  const text = await connection.select(sql, AbortSignal.any([signal, late])).catch((error: unknown) => {
    if (!late.aborted || signal.aborted) throw error
    throw new CribaError(
      'unreachable',
      `unreachable server: ${host}: no answer within ${openingSeconds} s (is this the port of HTTP, usually 8123, or 8443 with tls?)`,
      { cause: error },
    )
  })
  const { names, rows } = parseTabSeparated(text)
  if (names.length !== 2 || rows.length === 0) throw notClickHouse('it has no settings')
  return new Map(rows.map(([name, value]) => [String(name), String(value)]))
}

/** All bytes of an answer; refuses one without an end, or longer than a text can be. */
async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > longestAnswer) throw notClickHouse(`it is longer than ${formatBytes(longestAnswer)}`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

/** Texts of a server are bytes: two that are no UTF-8 could look the same. */
function decoded(bytes: Uint8Array): string {
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
