import { compare } from 'criba'
import { readTable } from 'criba/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { fileOf, openStudio, places } from './open-page.ts'
import type { Place } from './open-page.ts'
import { small } from './tables.ts'

/* What the command line refuses, the page refuses in the same line; what is lost, is found again. */

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const unreadable = {
  'unclosed.csv': 'a,b\n1,2\n"x,3\n',
  'empty.csv': '',
  'header.csv': 'a,b\n',
  'ragged.csv': 'a,b\n1,2\n3,4,5\n6,7\n',
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )
const alertOf = (page: Page) => page.textContent('[role=alert] p').then((text) => text!.trim())

it('what the command line refuses is refused in its line, and leaves the workspace as it was', async () => {
  const opened = await openStudio(browser, 'page', small.path, { target: small.target })
  const { page } = opened
  await page.focus('[data-column="mean radius"]')
  await page.keyboard.press(' ')
  const address = page.url()
  for (const [name, text] of Object.entries(unreadable)) {
    const path = fileOf(name, text)
    const line = (await refusal(readTable(path))).replaceAll(path, name)
    await page.setInputFiles('[data-file]', path)
    await page.waitForSelector(`[role=alert]:has-text("${name}")`)
    expect(await alertOf(page)).toContain(line)
    expect(page.url()).toBe(address)
    expect(await page.textContent('.chip')).toContain('mean radius')
  }
  // A mend of the error is a button.
  await page.setInputFiles('[data-file]', fileOf('ragged.csv', unreadable['ragged.csv']))
  await page.click('[role=alert]:has-text("ragged.csv") button:has-text("Mend")')
  await page.waitForSelector('[data-column="b"]')
  expect(await page.textContent('.mended')).toContain('--ragged skip')
  await opened.close()
})

it('a file of the command that cannot be read has its line and its mend', async () => {
  const path = fileOf('ragged-served.csv', unreadable['ragged.csv'])
  const opened = await openStudio(browser, 'server', path)
  const { page } = opened
  await page.waitForSelector('[role=alert]')
  expect(await alertOf(page)).toBe(await refusal(readTable(path)))
  await page.click('text=Mend')
  await page.waitForSelector('[data-column="b"]')
  await opened.close()
})

describe.each(places)('in the %s', (place) => {
  it('a run that is refused says why, and leaves the rest', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]')
    await page.evaluate(() => {
      location.hash += '&view=compare&set=["mean radius"]&compare={"methods":["jmi","nothing"]}'
    })
    const line = await refusal(
      compare(await readTable(small.path), { target: small.target, methods: ['jmi', 'nothing'] }),
    )
    expect(line).toContain('nothing')
    await page.waitForSelector('main [role=alert]')
    expect(await page.textContent('main [role=alert]')).toContain(line)
    expect(await page.textContent('.chip')).toContain('mean radius')
    await page.keyboard.press('2')
    await page.waitForSelector('[data-column] [data-score]')
    await opened.close()
  })
})

/** Opens a table, puts a column into the set, and begins a comparison that takes a minute. */
async function openRunning(place: Place) {
  const opened = await openStudio(browser, place, small.path, { target: small.target })
  const { page } = opened
  await page.waitForSelector('[data-missing]')
  await page.focus('[data-column="mean radius"]')
  await page.keyboard.press(' ')
  await page.waitForSelector('.chip')
  await page.evaluate(() => {
    location.hash += '&view=compare&compare={"methods":["jmi","boruta"]}'
  })
  await page.waitForSelector('main .running')
  return opened
}

/** The page says that what answers is gone; views, the set and undo are there. */
async function expectUsable(page: Page): Promise<void> {
  await page.waitForSelector('.score button:has-text("Start again")')
  await page.keyboard.press('1')
  await page.waitForSelector('[data-missing]')
  // The comparison, then the set.
  for (const chips of [1, 0]) {
    await page.keyboard.press('Control+z')
    expect(await page.$$('.chip')).toHaveLength(chips)
  }
  await page.keyboard.press('Control+Shift+z')
  expect(await page.textContent('.chip')).toContain('mean radius')
}

it('a worker that breaks in the middle of a run leaves the page usable, and is started again', async () => {
  const opened = await openRunning('page')
  const { page } = opened
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory')
    })
  })
  await expectUsable(page)
  await page.click('text=Start again')
  await page.waitForSelector('.score [data-score]')
  await opened.close()
})

it('a server that is killed in the middle of a run leaves the page usable', async () => {
  const opened = await openRunning('server')
  opened.kill()
  await expectUsable(opened.page)
  await opened.close()
})

it('a server that is lost for a while is found again', async () => {
  const opened = await openStudio(browser, 'server', small.path, { target: small.target })
  const { page } = opened
  await page.waitForSelector('[data-missing]')
  await page.context().setOffline(true)
  await page.keyboard.press('2')
  await page.waitForSelector('text=The server is lost')
  await page.context().setOffline(false)
  await page.waitForSelector('[data-column] [data-score]')
  expect(await page.$$('.score button')).toEqual([])
  await opened.close()
})
