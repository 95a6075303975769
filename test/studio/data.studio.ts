import { describe as describeTable } from 'criba'
import { readTable } from 'criba/node'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { openStudio, places } from './open-page.ts'
import type { OpenedPage } from './open-page.ts'
import { broad, framed, hostile, messy, small } from './tables.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** The rows on screen: the name, and the numbers of the column. */
async function rowsOf(
  page: Page,
): Promise<readonly { readonly name: string; readonly missing: number; readonly distinct: number }[]> {
  await page.waitForFunction(() => document.querySelector('[data-missing]') !== null)
  return page.$$eval('[data-column]', (rows) =>
    rows.map((row) => ({
      name: row.getAttribute('data-column')!,
      missing: Number(row.querySelector('[data-missing]')?.getAttribute('data-missing')),
      distinct: Number(row.querySelector('[data-distinct]')?.getAttribute('data-distinct')),
    })),
  )
}

describe.each(places)('the view of the data, in the %s', (place) => {
  it.each([
    ['small', small],
    ['messy', messy],
    ['wide', broad],
  ])('shows the numbers of the command line for a %s table', async (_, { path, target }) => {
    const opened = await openStudio(browser, place, path, { target })
    const rows = await rowsOf(opened.page)
    const { columns } = await describeTable(await readTable(path), { target })
    const known = new Map(columns.map(({ name, missing, distinct }) => [name, { name, missing, distinct }]))
    expect(rows.length).toBeGreaterThan(5)
    expect(rows).toEqual(rows.map(({ name }) => known.get(name)))
    expect(opened.errors).toEqual([])
    const { origin } = new URL(opened.page.url())
    expect(
      opened.requests.filter((request) => !request.startsWith(origin) && !/^(blob|data):/.test(request)),
    ).toEqual([])
    await opened.close()
  })

  it('takes names and levels for texts', async () => {
    const opened = await openStudio(browser, place, messy.path, { target: messy.target })
    const rows = await rowsOf(opened.page)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(hostile))
    expect(await opened.page.$$('img')).toEqual([])
    await opened.close()
  })

  it('says what is wrong with a file in the sentence of the command line, mends it, and undoes it', async () => {
    const opened = await openStudio(browser, place, null)
    const { page } = place === 'page' ? opened : await openStudio(browser, place, framed)
    if (place === 'page') await page.setInputFiles('[data-file]', framed)
    await page.click('text=Mend')
    await page.waitForSelector('[data-column="species"]')
    expect(await page.$$eval('[data-column]', (rows) => rows.length)).toBe(7)
    await opened.close()
  })

  it('is where it was when the tab is opened again', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.focus('[data-column="mean radius"]')
    await page.keyboard.press(' ')
    await page.waitForSelector('[data-score]')
    const address = page.url()
    expect(address).toContain('mean+radius')
    await page.reload()
    await page.waitForSelector('[data-score]')
    expect(await page.textContent('.chip')).toContain('mean radius')
    await opened.close()
  })

  it('undoes and redoes, also by keys', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-row]')
    await page.focus('[data-column="mean radius"]')
    await page.keyboard.press(' ')
    await page.waitForSelector('.chip')
    await page.keyboard.press('Control+z')
    expect(await page.$$('.chip')).toEqual([])
    await page.keyboard.press('Control+Shift+z')
    expect(await page.$$('.chip')).toHaveLength(1)
    await opened.close()
  })
})

describe('a file from keyboard alone', () => {
  it('becomes a reduced file', async () => {
    const opened = await openStudio(browser, 'page', null)
    const { page } = opened
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.focus('[data-sample="penguins"]')
    await press('Enter')
    await page.waitForSelector('[data-row="1"]')
    await page.focus('[data-row="0"]')
    await press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === '1')
    const chosen = await page.evaluate(() => document.activeElement!.getAttribute('data-column')!)
    await press(' ')
    await page.waitForSelector('.chip')
    await press('e')
    const download = page.waitForEvent('download')
    await page.focus('[data-save="reduced"]')
    await press('Enter')
    const text = readFileSync(await (await download).path(), 'utf8')
    const header = readFileSync(new URL('../../examples/penguins.csv', import.meta.url), 'utf8')
      .split('\n')[0]
      .split(',')
    expect(text.split('\n')[0].split(',')).toEqual(
      header.filter((name) => name === chosen || name === 'species'),
    )
    expect(text.trim().split('\n')).toHaveLength(345)
    await opened.close()
  })
})

describe('a server that is lost', () => {
  it('says so, and leaves the page usable', async () => {
    const opened: OpenedPage = await openStudio(browser, 'server', small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]')
    opened.kill()
    await page.focus('[data-column="mean radius"]')
    await page.keyboard.press(' ')
    await page.waitForSelector('text=unreachable server')
    expect(await page.textContent('.chip')).toContain('mean radius')
    await opened.close()
  })
})

describe('a file dropped onto the page of a server', () => {
  it('is read by the page, not taken for the data of the server', async () => {
    const opened = await openStudio(browser, 'server', small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]')
    await page.setInputFiles('[data-file]', messy.path)
    await page.waitForSelector('[data-column="copy"]')
    expect(await page.$$('[data-column="mean radius"]')).toEqual([])
    await opened.close()
  })
})
