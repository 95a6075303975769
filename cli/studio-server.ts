import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { timingSafeEqual } from 'node:crypto'
import { fromLine, toLine } from '#analyses/worker'
import type { SessionServer, ToHost } from '#analyses/worker'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What the page may do: run its own files, and speak with its own server. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A message is small: a spec, or the names of columns. */
const mostBytes = 1 << 24

/**
 * Serves the page in a folder and the sessions of the data on 127.0.0.1. Only who knows the token may ask,
 * from the page's own origin; returns the address and what ends the server.
 */
export async function serveStudio(
  folder: string,
  sessions: SessionServer,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<{ readonly address: string; close(): void }> {
  // Only these files are served, whatever a path says.
  const files = new Map(filesBelow(folder).map((path) => [`/${path}`, join(folder, path)]))
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
    const { host = '', origin } = request.headers
    if (!hosts.includes(host) || (origin !== undefined && origin !== `http://${host}`)) end(response, 403)
    else if (request.url === '/session') void answer(request, response)
    else servePath(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      sessions.close()
      server.close()
      server.closeAllConnections()
    },
  }

  function servePath({ url = '/', method }: IncomingMessage, response: ServerResponse): void {
    const [path] = url.split(/[?#]/)
    const file = files.get(path === '/' ? '/index.html' : path)
    const contents = file === undefined ? null : contentsOf(file)
    if (file === undefined || contents === null) end(response, 404)
    else if (method !== 'GET' && method !== 'HEAD') end(response, 405)
    else {
      // Names of built files change with their contents.
      const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      const type = types[extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': cache })
      response.end(method === 'HEAD' ? undefined : contents)
    }
  }

  /** A call: the lines of its events, then of its result. Closing the response cancels it. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return end(response, 405)
    if (!isToken(request.headers.authorization, token)) return end(response, 401)
    const body = await bodyOf(request)
    const message = body === null ? null : messageOf(body)
    if (!message) return end(response, 400)
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
    })
    if (message.kind === 'cancel' || message.kind === 'close') {
      sessions.take(message, () => {})
      response.end()
      return
    }
    response.on('close', () => sessions.take({ kind: 'cancel', id: message.id }, () => {}))
    sessions.take(message, (line) => {
      response.write(`${toLine(line)}\n`)
      if (line.kind === 'result' || line.kind === 'error') response.end()
    })
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, headers).end()
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The text of a request; null if it is too long, or ends early. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const blocks: Buffer[] = []
  let bytes = 0
  try {
    for await (const block of request as AsyncIterable<Buffer>) {
      bytes += block.length
      if (bytes > mostBytes) return null
      blocks.push(block)
    }
  } catch {
    return null
  }
  return Buffer.concat(blocks).toString('utf8')
}

/** A message that a server takes; null for any other text. */
function messageOf(body: string): Exclude<ToHost, { readonly kind: 'open' }> | null {
  try {
    const message = fromLine(body) as Exclude<ToHost, { readonly kind: 'open' }> | null
    switch (message?.kind) {
      case 'call':
      case 'open-file':
        return typeof message.hears === 'object' && message.hears !== null ? message : null
      case 'cancel':
      case 'close':
        return message
      default:
        return null
    }
  } catch {
    return null
  }
}

/** The contents of a file; null if it is gone, as after an update. */
function contentsOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''),
    )
}
