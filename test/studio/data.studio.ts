import { describe as describeTable } from 'criba'
import { readTable } from 'criba/node'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { select } from '../untyped.ts'
import { fileOf, openStudio, places } from './open-page.ts'
import { framed, hostile, messy, small } from './tables.ts'

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
    const opened = await openStudio(browser, place, place === 'page' ? null : framed)
    const { page } = opened
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
    /** Presses Tab until the focus is there. */
    const tabTo = async (selector: string) => {
      for (let i = 0; i < 60; i++) {
        await press('Tab')
        if (await page.evaluate((one) => document.activeElement!.matches(one), selector)) return
      }
      throw new Error(`Tab does not reach ${selector}`)
    }
    await tabTo('[data-sample="penguins"]')
    await press('Enter')
    await page.waitForSelector('[data-row="1"]')
    await tabTo('[data-row="0"]')
    await press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === '1')
    const chosen = await page.evaluate(() => document.activeElement!.getAttribute('data-column')!)
    await press(' ')
    await page.waitForSelector('.chip')
    await press('e')
    const download = page.waitForEvent('download')
    await tabTo('[data-save="reduced"]')
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

/** A column that only lost customers have, and semicolons between the cells. */
const customers = {
  path: fileOf(
    'customers.csv',
    ['age;reason;months;lost']
      .concat(
        Array.from({ length: 300 }, (_, i) => {
          const isLost = i % 3 === 0
          const reason = isLost ? ['price', 'service'][i % 2] : ''
          return `${20 + ((i * 37) % 60)};${reason};${(i * 11) % 71};${isLost ? 'yes' : 'no'}`
        }),
      )
      .join('\n') + '\n',
  ),
  target: 'lost',
}

/** Numbers that may be classes or amounts, four rows of each patient. */
const patients = {
  path: fileOf(
    'patients.csv',
    ['patient,x,z,grade']
      .concat(
        Array.from({ length: 240 }, (_, i) => {
          const patient = Math.floor(i / 4)
          const grade = 3 + ((patient * 7) % 6)
          return `p${patient},${grade + ((i * 37) % 101) / 20},${(i * 53) % 97},${grade}`
        }),
      )
      .join('\n') + '\n',
  ),
  target: 'grade',
}

it('keeps the rows of a group together and takes numbers for amounts, as the command line does', async () => {
  const opened = await openStudio(browser, 'page', patients.path, { target: patients.target })
  const { page } = opened
  await page.waitForSelector('[data-task="classification"]')
  await page.selectOption('[data-task]', 'regression')
  await page.click('aside button[aria-label="Keep its rows together patient"]')
  await page.waitForSelector('[data-column="patient"] button[aria-label="Undo patient"]')
  await page.keyboard.press('2')
  await page.waitForSelector('[data-column="z"] [data-score]')
  expect(await page.$$('[data-column="patient"]')).toEqual([])
  await page.click('[data-column="x"] input')
  await page.waitForSelector('.score [data-score]')
  const { evidence } = await select(await readTable(patients.path), {
    target: 'grade',
    task: 'regression',
    group: 'patient',
    startFrom: ['x'],
    k: 1,
    evidence: true,
  })
  expect(await page.getAttribute('.score [data-score]', 'data-score')).toBe(String(evidence!.selected.mean))
  await page.keyboard.press('e')
  expect(await page.textContent('[data-code=set]')).toMatch(/--task regression .*--group patient/)
  expect(opened.errors).toEqual([])
  await opened.close()
})

it('keeps the filter in other views and when the tab is opened again, and begins other data without it', async () => {
  const opened = await openStudio(browser, 'page', small.path, { target: small.target })
  const { page } = opened
  const names = () =>
    page.$$eval('[data-column]', (rows) => rows.map((row) => row.getAttribute('data-column')!))
  await page.waitForSelector('[data-missing]')
  await page.keyboard.press('Escape')
  await page.fill('[data-filter]', 'worst')
  expect((await names()).sort()).toHaveLength(10)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('2')
  await page.waitForSelector('[data-column="worst area"] [data-score]')
  expect(await page.inputValue('[data-filter]')).toBe('worst')
  expect((await names()).every((name) => name.startsWith('worst'))).toBe(true)
  await page.reload()
  await page.waitForSelector('[data-column="worst area"] [data-score]')
  expect(await page.inputValue('[data-filter]')).toBe('worst')
  await page.setInputFiles('[data-file]', customers.path)
  await page.waitForSelector('[data-column="months"]')
  expect(await page.inputValue('[data-filter]')).toBe('')
  await opened.close()
})

it('shows a leak before what else was found of a column, and keeps the focus where it is dropped', async () => {
  const opened = await openStudio(browser, 'page', customers.path, { target: customers.target })
  const { page } = opened
  await page.waitForSelector('[data-column="reason"] .badge.bad')
  expect(await page.textContent('aside li .badge')).toBe('Leak')
  await page.focus('aside button[aria-label="Drop reason"]')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('[aria-label="Take back reason"]') !== null)
  expect(await page.evaluate(() => document.activeElement?.closest('aside')?.tagName)).toBe('ASIDE')
  expect(await page.textContent('.unseen[aria-live]')).toBe('reason is dropped')
  await opened.close()
})

it('goes on from an address once its data are opened, and reads the reduced file as it is separated', async () => {
  const fragment = 'target=lost&set=["months"]&drop=["reason"]'
  const opened = await openStudio(browser, 'page', null, { fragment })
  const { page } = opened
  await page.waitForSelector('[role=status]:has-text("not the data")')
  await page.setInputFiles('[data-file]', customers.path)
  await page.waitForSelector('[data-score]')
  expect(await page.inputValue('select[data-target]')).toBe('lost')
  await page.keyboard.press('e')
  expect(await page.textContent('[data-code=python]')).toContain('read_csv("customers.csv", sep=";")')
  expect(await page.textContent('[data-code=set]')).toContain('-o customers-reduced.csv')
  await opened.close()
})

it('says that an address is of other data', async () => {
  const opened = await openStudio(browser, 'page', null, { fragment: 'target=species&set=["island"]' })
  await opened.page.setInputFiles('[data-file]', customers.path)
  expect(await opened.page.textContent('[role=alert]')).toContain('it names the column species')
  expect(new URL(opened.page.url()).hash).toBe('')
  await opened.close()
})

it('stays where an address leads back before another table has come', async () => {
  const opened = await openStudio(browser, 'page', null, { fragment: 'sample=penguins' })
  const { page } = opened
  await page.waitForSelector('[data-column="island"]')
  const address = page.url()
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/samples/diabetes.csv', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest('**/samples/diabetes.csv')
  const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/diabetes.csv'))
  await page.evaluate(() => {
    location.hash = 'sample=diabetes'
  })
  await asked
  await page.goBack()
  await left
  come()
  await page.keyboard.press('1')
  await page.waitForSelector('[data-column="island"]')
  expect(page.url()).toBe(address)
  await opened.close()
})
