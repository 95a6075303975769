import { readTable } from 'criba/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { rank, select } from '../untyped.ts'
import { openStudio, places } from './open-page.ts'
import { messy, small } from './tables.ts'

/* The numbers on screen are those of the library, and so of the command line, to the bit. */

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? null : String(value)

describe.each(places)('in the %s', (place) => {
  it.each([
    ['small', small],
    ['messy', messy],
  ])('a ranking of a %s table', async (_, { path, target }) => {
    const opened = await openStudio(browser, place, path, { target })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('2')
    await page.waitForSelector('[data-column] [data-score]')
    const { rankings } = await rank(await readTable(path), { target, by: ['mutual-information'] })
    const known = new Map(rankings[0].scores.map(({ feature, score }) => [feature, shown(score)]))
    const rows = await page.$$eval('[data-column]', (found) =>
      found.map(
        (row) =>
          [
            row.getAttribute('data-column')!,
            row.querySelector('[data-score]')?.getAttribute('data-score') ?? null,
          ] as const,
      ),
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows).toEqual(rows.map(([name]) => [name, known.get(name)]))
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it('a path, its curve, and the score of what it chose', async () => {
    const { path, target } = small
    const opened = await openStudio(browser, place, path, { target })
    const { page } = opened
    await page.waitForSelector('[data-missing]')
    await page.keyboard.press('4')
    await page.waitForSelector('[role="slider"]')
    const { steps, selected, evidence } = await select(await readTable(path), {
      target,
      method: 'jmi',
      evidence: true,
    })
    const rows = await page.$$eval('[data-step]', (found) =>
      found.map((row) => [
        row.getAttribute('data-column'),
        (row.matches('[data-score]') ? row : row.querySelector('[data-score]'))!.getAttribute('data-score'),
      ]),
    )
    expect(rows).toEqual(steps.map(({ feature, score }) => [feature, String(score)]))
    await page.focus('[role="slider"]')
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.waitForSelector(`.score [data-score="${evidence!.selected.mean}"]`)
    expect((await page.$$('.chip')).length).toBe(selected.length)
    await opened.close()
  })

  it('a path with its own rule and a limit, as it is exported', async () => {
    const opened = await openStudio(browser, place, small.path, {
      target: small.target,
    })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('4')
    await page.selectOption('[data-stop]', '')
    await page.fill('[data-most]', '2')
    await page.keyboard.press('Tab')
    await page.waitForSelector('[data-evaluations]')
    await page.click('header .actions .button')
    await page.waitForSelector('[data-code="command"]')
    expect(await page.textContent('[data-code="command"]')).toMatch(/ -k 2 .*--evidence/)
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it('a second path laid beside the first, with a search of its own', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('4')
    await page.click('[data-beside]')
    await page.locator('[data-search]').nth(1).selectOption('ranking')
    await page.locator('[data-most]').nth(1).fill('3')
    await page.keyboard.press('Tab')
    await page.waitForSelector('[data-other] b[data-score]')
    const { steps, evidence } = await select(await readTable(small.path), {
      target: small.target,
      method: 'mrmr',
      search: 'ranking',
      k: 3,
      evidence: true,
    })
    const rows = await page.$$eval('[data-other] [data-step]', (found) =>
      found.map((row) => [row.getAttribute('data-column'), row.getAttribute('data-score')]),
    )
    expect(rows).toEqual(steps.map(({ feature, score }) => [feature, shown(score)]))
    const heldOut = await page.getAttribute('[data-other] b[data-score]', 'data-score')
    expect(heldOut).toBe(shown(evidence?.selected.mean))
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it('of a target that is chosen again before its first answer has come', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-row]')
    for (const target of ['mean radius', small.target]) await page.selectOption('select[data-target]', target)
    await page.waitForSelector('.legend')
    await page.waitForSelector('[data-row="1"] svg')
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})
