/* The site in a browser: from disk and from a server below a path. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../tools/site/build.js'
import { launchChromium } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** One page of each kind: what is shared by a kind, its colours and what a narrow window changes, is checked on them alone. */
const kinds = [
  'index.html',
  'docs/select.html',
  'methods/index.html',
  'methods/jmi.html',
  'commands/select.html',
  'api/specs.html',
  'gallery.html',
  'choose.html',
]
/** With others, the longest among them. */
const sample = [
  ...kinds,
  'docs/architecture.html',
  'changelog.html',
  'searches/genetic.html',
  'learners/index.html',
  'api/index.html',
  'api/analyses.html',
]
const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

let browser: Browser
let out: string
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'criba-site-'))
  await buildSite(out, (id) => id === 'jmi' || id === 'pearson')
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  rmSync(out, { recursive: true })
})

const onDisk = (path: string) => new URL(path, `${pathToFileURL(out).href}/`).href

/** A page that notes what goes wrong: errors, warnings, and requests to other places than the site. */
async function openPage(address: string, scheme: 'light' | 'dark', width: number) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => problems.push(message.text()))
  page.on('requestfailed', (request) => problems.push(request.url()))
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) problems.push(request.url())
  })
  return { page, problems, close: () => context.close() }
}

/** What axe finds wrong, by some of its rules if they are given. */
async function violations(page: Page, rules: object = {}): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    // It would fetch the style sheets, which a page on disk may not.
    // What passes it would describe too.
    const found = await axe.run({ preload: false, resultTypes: ['violations'], ...rules })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

/** All rules for every page once. Contrast depends on the scheme alone, and is half of the work of axe; no other rule depends on it. */
function rulesOf(path: string, scheme: 'light' | 'dark', width: number): object | null {
  if (scheme === 'light' && width === 1280) return {}
  if (!kinds.includes(path)) return null
  if (scheme === 'light') return { rules: { 'color-contrast': { enabled: false } } }
  return width === 1280 ? { runOnly: ['color-contrast'] } : null
}

describe.each(['light', 'dark'] as const)('the site on disk, %s', (scheme) => {
  it.each([1280, 390])(
    'has no errors, no requests, no violations and nothing too wide at %i',
    async (width) => {
      const { page, problems, close } = await openPage(onDisk(''), scheme, width)
      try {
        for (const path of sample) {
          await page.goto(onDisk(path))
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(wide, path).toBeLessThanOrEqual(0)
          const rules = rulesOf(path, scheme, width)
          if (rules) expect(await violations(page, rules), path).toEqual([])
        }
        expect(problems).toEqual([])
      } finally {
        await close()
      }
    },
  )
})

it('finds pages by the search, with keys, from disk', async () => {
  const { page, problems, close } = await openPage(onDisk(''), 'light', 1280)
  try {
    await page.goto(onDisk('methods/jmi.html'))
    await page.keyboard.press('/')
    await page.keyboard.type('laplacian score')
    await page.waitForSelector('#found a')
    expect(await page.textContent('#found a')).toContain('laplacian-score')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(onDisk('methods/laplacian-score.html'))
    await page.fill('input[type=search]', 'f_classif')
    await page.waitForSelector('#found a')
    expect(await page.textContent('#found a')).toContain('anova-f')
    await page.fill('input[type=search]', 'zzzz <b>')
    await page.waitForSelector('#found:not([hidden])')
    expect(await page.textContent('#found')).toBe('No page has “zzzz <b>”.')
    await page.keyboard.press('Escape')
    expect(await page.isVisible('#found')).toBe(false)
    expect(problems).toEqual([])
  } finally {
    await close()
  }
})

it('opens the list of pages where it is narrow, also without scripts', async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  try {
    await page.goto(onDisk('docs/rank.html'))
    expect(await page.isVisible('#navigation')).toBe(false)
    expect(await page.isVisible('input[type=search]')).toBe(false)
    await page.click('text=Contents')
    await page.click('#navigation >> text=Selecting columns')
    await page.waitForURL(onDisk('docs/select.html'))
    expect(await page.textContent('h1')).toContain('Selecting columns')
  } finally {
    await context.close()
  }
})

it('works below a path of a server, with copy buttons', async () => {
  const server = createServer((request, response) => {
    try {
      const path = decodeURI(request.url ?? '').replace(/^\/some\/path\//, '')
      const content = readFileSync(join(out, path))
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/path/`
  const { page, problems, close } = await openPage(address, 'light', 1280)
  try {
    await page.goto(`${address}index.html`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('.copy')
    await page.waitForSelector('text=Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npm start/)
    await page.click('#navigation >> text=API reference')
    await page.waitForURL(`${address}api/index.html`)
    await page.click('.names >> text=RankResult')
    await page.waitForURL(`${address}api/results.html#RankResult`)
    expect(problems).toEqual([])
  } finally {
    await close()
    server.close()
  }
})
