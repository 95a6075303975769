import { compare } from 'criba'
import { readTable } from 'criba/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { rank, select } from '../untyped.ts'
import { openStudio, places } from './open-page.ts'
import { messy, small, wide } from './tables.ts'

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

  it('a comparison of methods, and what could stand in for the set', async () => {
    const { path, target } = small
    const opened = await openStudio(browser, place, path, {
      target,
      fragment: `compare=${JSON.stringify({ methods: ['jmi', 'mim'], k: 2, repeats: 1, pair: [] })}`,
    })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('6')
    await page.waitForSelector('[data-sentence]')
    const table = await readTable(path)
    const { methods, agreement, differences } = await compare(table, {
      target,
      methods: ['jmi', 'mim'],
      k: 2,
    })
    const numbers = (name: string) =>
      page.$$eval(
        `[data-method-row] [${name}]`,
        (cells, of) => cells.map((cell) => cell.getAttribute(of)),
        name,
      )
    const evidence = methods.map((method) => method.evidence[0])
    expect(await numbers('data-score')).toEqual(evidence.map(({ selected }) => String(selected.mean)))
    expect(await numbers('data-difference')).toEqual(
      evidence.map(({ besideAll }) => String(besideAll.difference)),
    )
    expect(await numbers('data-stability')).toEqual(
      methods.map(({ stability }) => String(stability!.nogueira!.value)),
    )
    expect(await page.getAttribute('[data-cell="0 1"]', 'data-jaccard')).toBe(String(agreement[0].jaccard))
    expect(await page.getAttribute('[data-sentence]', 'data-least')).toBe(String(differences[0].adjusted))
    await page.focus('[data-cell="0 1"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-pair="jmi mim"]')
    await page.focus('[data-method-row="mim"] button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-alternatives]')
    const { alternatives } = await select(table, {
      target,
      startFrom: [...methods[1].selected].sort(),
      k: 2,
      evidence: true,
      alternatives: true,
    })
    const standIns = alternatives!.columns.flatMap((column) => column.standIns.slice(0, 5))
    expect(
      await page.$$eval('[data-stand-in]', (found) =>
        found.map((row) => [row.getAttribute('data-stand-in'), row.getAttribute('data-lost')]),
      ),
    ).toEqual(standIns.map(({ feature, lost }) => [feature, String(lost)]))
    expect(standIns.length).toBeGreaterThan(0)
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it('a comparison that is stopped keeps the methods that are done, and goes on', async () => {
    const opened = await openStudio(browser, place, wide.path, {
      target: wide.target,
      fragment: `compare=${JSON.stringify({ methods: ['fcbf', 'jmi'], k: 3, repeats: 1, pair: [] })}`,
    })
    const { page } = opened
    await page.waitForSelector('nav')
    await page.keyboard.press('6')
    await page.waitForSelector('[data-method-row="fcbf"] [data-score]')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('main section .running') === null)
    expect(await page.$$('[data-method-row="fcbf"] [data-score]')).toHaveLength(1)
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})
