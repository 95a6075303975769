import { CribaError } from '#core'
import type { Settings } from './settings.ts'

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
