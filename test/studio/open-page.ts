import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist/studio')
const folder = inject('studioFolder')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.csv': 'text/csv',
}

/** The two places of a session: a worker of the page, and the server of `criba studio`. */
export const places = ['page', 'server'] as const
export type Place = (typeof places)[number]

export interface OpenedPage {
  readonly page: Page
  /** The addresses that it has asked for. */
  readonly requests: readonly string[]
  /** What went wrong in it. */
  readonly errors: readonly string[]
  /** Ends the server, as when its command is killed. */
  readonly kill: () => void
  close(): Promise<void>
}

/** Writes a file to be opened, and returns its path. */
export function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Opens the workbench with a file: at a host that serves files only, or by `criba studio`. */
export async function openStudio(
  browser: Browser,
  place: Place,
  path: string | null,
  options: BrowserContextOptions & { readonly target?: string; readonly fragment?: string } = {},
): Promise<OpenedPage> {
  const { target, fragment = '', ...ofContext } = options
  const served = place === 'page' ? await serveFiles() : await startCommand(path, target)
  const context = await browser.newContext({ acceptDownloads: true, ...ofContext })
  // No verdict depends on how fast a machine is.
  context.setDefaultTimeout(180_000)
  const page = await context.newPage()
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(served.address + (fragment && `#${fragment}`))
  if (place === 'page' && path !== null) {
    await page.setInputFiles('[data-file]', path)
    await page.waitForSelector('nav')
    if (target !== undefined) {
      const menu = await page.$('select[data-target]')
      if (menu) await menu.selectOption(target)
      else {
        await page.fill('input[data-target]', target)
        await page.keyboard.press('Enter')
      }
    }
  }
  return {
    page,
    requests,
    errors,
    kill: served.close,
    async close() {
      await context.close()
      served.close()
    },
  }
}

/** A host that knows nothing of criba. */
async function serveFiles(): Promise<{ readonly address: string; readonly close: () => void }> {
  const files = new Set(
    readdirSync(dist, { recursive: true }).map((name) => `/${String(name).replaceAll('\\', '/')}`),
  )
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url.split('?')[0]
    if (!files.has(path)) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' })
    response.end(readFileSync(join(dist, path)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function startCommand(
  path: string | null,
  target: string | undefined,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const words = [join(root, 'dist/cli.js'), 'studio', ...(path === null ? [] : [path]), '--no-open']
  const command = spawn(process.execPath, target === undefined ? words : [...words, '-t', target])
  const address = await new Promise<string>((resolve, reject) => {
    command.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
    command.once('exit', () => reject(new Error('criba studio has ended')))
  })
  return { address, close: () => void command.kill('SIGINT') }
}
