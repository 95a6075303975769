import { CribaError } from '#core'
import { giga } from '../memory-amount.ts'

/** The address of a table on a server. */
export interface Address {
  /** Host and port. */
  readonly host: string
  readonly isSecure: boolean
  readonly user: string
  readonly database: string
  readonly table: string
  /** Settings of the server for every query. */
  readonly settings: Settings
}

const form = 'clickhouse://user@host/database.table'
const ports = { plain: '8123', secure: '8443' }

/** Whether a text names a table on a server rather than a file. */
export function isAddress(path: string): boolean {
  return path.startsWith('clickhouse:')
}

/**
 * Parses `clickhouse://user@host:port/database.table?tls=true&setting=value`. Names are percent-encoded, also
 * a point in one. The database may be left out, then it is `default`.
 */
export function parseAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.host) throw invalid(withoutPassword(text), `needs ${form}`)
  if (url.password !== '') {
    throw invalid(
      withoutPassword(text),
      'it holds a password: set CLICKHOUSE_PASSWORD, or leave it out to be asked',
    )
  }
  const [path, ...others] = url.pathname.slice(1).split('/')
  const names = path.split('.').map((name) => decoded(name, text))
  if (others.length > 0 || names.length > 2 || names.includes('')) throw invalid(text, `needs ${form}`)
  const { tls = 'false', ...settings } = Object.fromEntries(url.searchParams)
  if (tls !== 'true' && tls !== 'false') throw invalid(text, `tls is true or false`)
  if ('readonly' in settings) throw invalid(text, 'every query only reads: leave out readonly')
  const isSecure = tls === 'true'
  return {
    host: `${url.hostname}:${url.port || (isSecure ? ports.secure : ports.plain)}`,
    isSecure,
    user: decoded(url.username, text) || 'default',
    database: names.length === 2 ? names[0] : 'default',
    table: names[names.length - 1],
    settings,
  }
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    throw invalid(text, 'a percent sign in a name is written %25')
  }
}

function withoutPassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':…@')
}

function invalid(text: string, why: string): CribaError {
  return new CribaError('invalid', `invalid address: ${text} (${why})`)
}

/** Settings of a query, as the server names them. */
export type Settings = Readonly<Record<string, string>>

/** What bounds a query where the address and the options say nothing else. */
const bounds = { memory: 4 * giga, seconds: 600 }

/**
 * The settings of every query: it only reads, its memory and time are bounded, and nothing is left out
 * without an error, whatever the profile of the user says. `own` are those of the address.
 */
export function settingsOf(
  own: Settings,
  { bytes, threads }: { readonly bytes?: number | undefined; readonly threads?: number | undefined },
): Settings {
  const most = bytes ?? Number(own.max_memory_usage ?? bounds.memory)
  return {
    max_execution_time: String(bounds.seconds),
    ...(threads !== undefined && { max_threads: String(threads) }),
    // Groups that do not fit are written to the server's temporary files.
    max_bytes_before_external_group_by: String(Math.floor(most / 2)),
    distributed_aggregation_memory_efficient: '1',
    ...own,
    max_memory_usage: String(most),
    // Long lists of levels.
    max_query_size: String(giga / 4),
    max_ast_elements: '10000000',
    max_expanded_ast_elements: '10000000',
    // Nothing is left out: a part of the rows would be a wrong answer.
    skip_unavailable_shards: '0',
    ...Object.fromEntries(overflows.map((mode) => [mode, 'throw'])),
    limit: '0',
    offset: '0',
    // Answers as the statements say.
    count_distinct_implementation: 'uniqExact',
    extremes: '0',
    // A result is complete before its first byte, so that an error is one.
    wait_end_of_query: '1',
    cancel_http_readonly_queries_on_client_close: '1',
    readonly: '2',
  }
}

const overflows = [
  'read_overflow_mode',
  'group_by_overflow_mode',
  'sort_overflow_mode',
  'result_overflow_mode',
  'timeout_overflow_mode',
  'set_overflow_mode',
  'join_overflow_mode',
  'transfer_overflow_mode',
  'distinct_overflow_mode',
]
