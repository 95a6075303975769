import { tableFromCsv } from 'criba'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { build, createServer } from 'vite'
import type { InlineConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'
import { launchChromium } from './chromium.ts'
import { servePage } from './serve.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const csv = readFileSync(join(root, 'examples/penguins.csv'), 'utf8')

let browser: Browser
let inNode: readonly [object, Awaited<ReturnType<typeof select>>]
beforeAll(async () => {
  browser = await launchChromium()
  const table = await tableFromCsv(csv)
  const by = ['mutual-information', 'anova-f', 'kruskal-wallis']
  inNode = [
    await rank(table, { target: 'species', by }),
    await select(table, { target: 'species', method: 'jmi', evidence: true }),
  ]
})
afterAll(() => browser.close())

/** A project that has installed the package, with a page. */
function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'criba-hosted-'))
  const installed = join(folder, 'node_modules/criba')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  copyFileSync(join(root, 'package.json'), join(installed, 'package.json'))
  for (const file of readdirSync(join(root, 'dist'))) {
    if (file.endsWith('.js')) cpSync(join(root, 'dist', file), join(installed, 'dist', file))
  }
  copyFileSync(fileURLToPath(new URL('hosted-page.ts', import.meta.url)), join(folder, 'page.ts'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>criba</title><script type="module" src="/page.ts"></script>',
  )
  return folder
}

/** What docs/library.md says that Vite needs. */
const config: InlineConfig = {
  configFile: false,
  logLevel: 'error',
  worker: { format: 'es' },
}

/** Serves the page by the development server of Vite. */
async function develop() {
  const folder = projectFolder()
  const server = await createServer({ ...config, root: folder, server: { host: '127.0.0.1', port: 0 } })
  await server.listen()
  return {
    address: server.resolvedUrls!.local[0],
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Serves what Vite builds. */
async function publish() {
  const folder = projectFolder()
  const out = mkdtempSync(join(tmpdir(), 'criba-built-'))
  const output = { entryFileNames: 'page.js' }
  const rollupOptions = { input: join(folder, 'page.ts'), output }
  await build({
    ...config,
    root: folder,
    base: './',
    build: { outDir: out, emptyOutDir: true, rollupOptions },
  })
  rmSync(folder, { recursive: true })
  return servePage(out, true)
}

describe.each([
  ['served by Vite', develop],
  ['built by Vite', publish],
])('the library in a worker of a page %s', (_, serve) => {
  let served: { readonly address: string; close(): void | Promise<void> }
  beforeAll(async () => {
    served = await serve()
  })
  afterAll(async () => served.close())

  it('gives the numbers of Node, never blocks the page, and is cancelled', async () => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(served.address)
    await page.waitForFunction('globalThis.hostedTests !== undefined')
    const found = await page.evaluate((text) => globalThis.hostedTests.both(text), csv)
    const timeless = (results: readonly object[]) => results.map((result) => ({ ...result, seconds: 0 }))
    expect(timeless(found.page)).toEqual(timeless(inNode))
    expect(timeless(found.hosted)).toEqual(timeless(inNode))
    const steps = found.events.flatMap((event) => (event.kind === 'step' ? [event.step] : []))
    expect(steps).toEqual(inNode[1].steps)

    // The worker that hosts the library.
    expect(page.workers().length).toBeGreaterThan(0)
    const { endedBefore, fired, stopped, selected } = await page.evaluate(() =>
      globalThis.hostedTests.cancelled(50),
    )
    expect(endedBefore).toBe(false)
    expect(fired).toBeGreaterThanOrEqual(50)
    expect(stopped).toBe('interrupted')
    expect(selected.length).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await page.close()
  })
})
