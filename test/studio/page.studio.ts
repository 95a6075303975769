import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { openStudio } from './open-page.ts'
import { messy, small } from './tables.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const dist = fileURLToPath(new URL('../../dist/studio/', import.meta.url))

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** What axe finds wrong with a page, in short. */
async function violations(page: Page, rules: object): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: axe })
  return page.evaluate(async (rules) => {
    // What passes it would describe too.
    const { violations } = await (globalThis as unknown as AxeInPage).axe.run({
      resultTypes: ['violations'],
      ...rules,
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, rules)
}

/** What is shown or read out with signs in it that nobody would see. */
function unseen(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const sign = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069]/
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.body.querySelectorAll('*'))
      for (const { name, value } of element.attributes)
        if (/^(aria-(?!controls|labelledby|describedby)|title|alt|label|placeholder)/.test(name))
          texts.push(value)
    return texts.filter((text) => sign.test(text))
  })
}

/** What axe-core puts into a page. */
interface AxeInPage {
  readonly axe: {
    run(options: object): Promise<{
      readonly violations: readonly {
        readonly id: string
        readonly nodes: readonly { readonly html: string }[]
      }[]
    }>
  }
}

describe('a page', () => {
  // Contrast depends on the scheme alone, and is half of the work of axe; no other rule depends on it.
  it.each([
    ['light', 1280, 800, {}],
    ['light', 390, 844, { rules: { 'color-contrast': { enabled: false } } }],
    ['dark', 1280, 800, { runOnly: ['color-contrast'] }],
  ] as const)(
    'has nothing that axe finds wrong, %s, %i px wide',
    async (colorScheme, width, height, rules) => {
      const opened = await openStudio(browser, 'page', null, {
        colorScheme,
        viewport: { width, height },
        bypassCSP: true,
      })
      const { page } = opened
      expect(await violations(page, rules)).toEqual([])
      await page.setInputFiles('[data-file]', messy.path)
      await page.waitForSelector('nav')
      await page.selectOption('select[data-target]', messy.target)
      await page.waitForSelector('[data-missing]', { state: 'attached' })
      await page.focus('[data-column="copy"]')
      await page.keyboard.press(' ')
      await page.waitForSelector('[data-score]')
      for (const view of ['1', '2', '3', '4', '5', '6']) {
        await page.keyboard.press('Escape')
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
        await page.keyboard.press(view)
        await page.waitForSelector(`nav button[aria-current]:has-text("${view}")`)
        await page.waitForSelector('main h1')
        await page.waitForFunction(() => document.querySelector('.running') === null, null, {
          timeout: 120_000,
        })
        expect(await violations(page, rules), `view ${view}`).toEqual([])
        expect(await unseen(page), `view ${view}`).toEqual([])
      }
      await page.keyboard.press('e')
      await page.waitForSelector('dialog')
      expect(await violations(page, rules), 'export').toEqual([])
      expect(await unseen(page), 'export').toEqual([])
      expect(opened.errors).toEqual([])
      await opened.close()
    },
  )
})

it('loads less than 400 kB by Brotli for the view of the data', async () => {
  const opened = await openStudio(browser, 'page', small.path, {
    target: small.target,
    serviceWorkers: 'block',
  })
  await opened.page.waitForSelector('[data-missing]')
  const files = [
    ...new Set(opened.requests.map((request) => new URL(request).pathname.slice(1) || 'index.html')),
  ]
  const sizes = files
    .filter((file) => !file.startsWith('blob'))
    .map((file) => brotliCompressSync(readFileSync(join(dist, file))).length)
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000)
  await opened.close()
})

it('works without a network after the first visit', async () => {
  const opened = await openStudio(browser, 'page', null)
  const { page } = opened
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  opened.kill()
  await page.reload()
  await page.click('[data-sample="penguins"]')
  await page.waitForSelector('[data-missing]')
  await page.keyboard.press('2')
  await page.waitForSelector('[data-score]')
  await opened.close()
})

it('has all texts in Spanish', async () => {
  const opened = await openStudio(browser, 'page', small.path, { target: small.target, locale: 'es-ES' })
  await opened.page.waitForSelector('[data-missing]')
  expect(await opened.page.getAttribute('html', 'lang')).toBe('es')
  expect(await opened.page.textContent('h1')).toContain('Columnas')
  await opened.page.evaluate(() => {
    location.hash += '&view=rank&rank={"by":["mutual-information","relieff"]}'
  })
  await opened.page.waitForSelector('[data-column] [data-score]')
  const shown = await opened.page.textContent('main')
  expect(shown).toContain('Información mutua')
  expect(shown).not.toContain('Mutual information')
  // The unit of ReliefF.
  expect(await opened.page.textContent('main .units:has-text("peso")')).toContain('peso')
  await opened.close()
})
