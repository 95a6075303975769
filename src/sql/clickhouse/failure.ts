import { CribaError } from '#core'
import type { ErrorCode } from '#core'
import { formatBytes } from '../memory-amount.ts'
import { firstLine } from '../statement.ts'
import type { Address, Settings } from './address.ts'
import { notClickHouse } from './tab-separated.ts'

/** Codes of the server. */
const codes = {
  unknownIdentifier: [47],
  unknownTable: [60],
  syntax: [62],
  unknownDatabase: [81],
  timeout: [159, 160],
  memory: [241],
  unknownUser: [192, 193, 194, 516],
  denied: [497],
  network: [198, 203, 209, 210, 279],
  busy: [202],
}

/** Errors of a connection that could not be made or broke. */
const brokenConnection =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|socket hang up|Timeout error/

/** Whether the same query may succeed a little later. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return [...codes.network, ...codes.busy].includes(code)
  return brokenConnection.test(causesOf(error)) && !/ENOTFOUND/.test(causesOf(error))
}

/** Whether the server refused the user or the password. */
export function isRefused(error: unknown): boolean {
  const code = error instanceof CribaError ? codeOf(error.cause) : null
  return code !== null && codes.unknownUser.includes(code)
}

/** An error of the server or the connection in one line: what failed, and what to do. */
export function failureOf(
  error: unknown,
  { host, user, database, table }: Address,
  settings: Settings,
): unknown {
  if (error instanceof CribaError) return error
  const code = codeOf(error)
  const is = (kind: keyof typeof codes) => code !== null && codes[kind].includes(code)
  const message = messageOf(error)
  const make = (kind: ErrorCode, text: string) => new CribaError(kind, text, { cause: error })
  if (is('memory')) {
    const limit = formatBytes(Number(settings.max_memory_usage ?? 0))
    return make(
      'too-large',
      `too little memory: ${limit} a query is not enough on ${host} (give more, as with --memory 8GB)`,
    )
  }
  if (is('timeout')) {
    const seconds = settings.max_execution_time
    return make(
      'too-large',
      `too little time: ${seconds} s a query is not enough on ${host} (give more, as with ?max_execution_time=3600 in the address)`,
    )
  }
  if (is('unknownUser')) {
    return make(
      'unreadable',
      `refused by ${host}: wrong user or password for ${user} (the password is read from CLICKHOUSE_PASSWORD)`,
    )
  }
  if (is('unknownTable') || is('unknownDatabase')) {
    return make('missing', `missing table: ${database}.${table} on ${host}: ${message}`)
  }
  if (is('network'))
    return make(
      'unreachable',
      `unreachable shard of ${database}.${table}: ${hostIn(causesOf(error)) ?? message}`,
    )
  if (code === null && /certificate|SSL|EPROTO/.test(causesOf(error))) {
    return make(
      'unreachable',
      `unreachable server: ${host}: ${message} (name the file of its authority in NODE_EXTRA_CA_CERTS)`,
    )
  }
  if (code === null && brokenConnection.test(causesOf(error))) {
    return make(
      'unreachable',
      `unreachable server: ${host}: ${message} (is this the port of HTTP, usually 8123, or 8443 with tls?)`,
    )
  }
  if (is('syntax') || is('unknownIdentifier')) return make('invalid', `invalid query: ${message}`)
  // An error of ClickHouse has a number.
  if (code === null) return notClickHouse(message === '' ? 'it is another page' : `it says ${message}`, error)
  return make('unreadable', `unreadable data: ClickHouse reports ${message}`)
}

/** The number of the error that the server sends, also where its text is of an old version. */
function codeOf(error: unknown): number | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  if (typeof code === 'string' && /^\d+$/.test(code)) return Number(code)
  const found = /Code: (\d+)/.exec(causesOf(error))
  return found ? Number(found[1]) : null
}

/** Host and port of a shard in a message. */
function hostIn(message: string): string | undefined {
  return /\(([\w.:[\]-]+:\d+)(?:,[^)]*)?\)/.exec(message)?.[1]
}

/** The most characters of a server's message that are shown. */
const mostShown = 300

/**
 * The first line of a message, without what the server wraps around it, signs that no text has, and
 * passwords.
 */
function messageOf(error: unknown): string {
  const line = (firstLine(error) || causesOf(error))
    // A control character, with the title or the colour that a terminal would take from it.
    .replace(/\p{Cc}(?:\][^\p{Cc}]*|\[[0-?]*[ -/]*[@-~])?|[\p{Bidi_Control}\u2028\u2029]/gu, ' ')
    .replace(
      /\b(pass(?:word|wd|phrase)?|pwd|secret|token|api_?key)(\s*[=:]\s*)('[^']*'|"[^"]*"|[^\s,;)]+)/giu,
      '$1$2…',
    )
    .replace(/\bIDENTIFIED\b([^']*)'[^']*'/giu, "IDENTIFIED$1'…'")
    .replace(/(:\/\/[^\s/:@]+:)[^\s/@]+@/gu, '$1…@')
    .replace(/^Code: \d+[.,] (?:e\.displayText\(\) = )?/, '')
    .replace(/^(?:DB::\w+: )+/, '')
    .replace(/(?:,? e\.what\(\) = .*| \(version .*)$/, '')
    .trim()
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const several = error instanceof AggregateError ? error.errors.map(causesOf).join(' ') : ''
  const { code } = error as { code?: string }
  return [code ?? '', error.message, several, error.cause ? causesOf(error.cause) : ''].join(' ')
}
