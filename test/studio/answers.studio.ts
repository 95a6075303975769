import { compare } from 'criba'
import { readTable } from 'criba/node'
import { scoreIntervals } from 'criba/report'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { rank, select } from '../untyped.ts'
import { openStudio, places } from './open-page.ts'
import { numbers, small } from './tables.ts'

/* The numbers on screen are those of the library, and so of the command line, to the bit. */

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const shown = (value: number | null | undefined) =>
  value === null || value === undefined ? null : String(value)

describe.each(places)('in the %s', (place) => {
  it('a ranking', async () => {
    const { path, target } = small
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

  it('the intervals of its scores, each of its own scorer', async () => {
    const { path, target } = small
    const by = ['mutual-information', 'auc'] as const
    const fragment = `view=rank&target=${target}&rank=${JSON.stringify({ by, sort: 'mean' })}`
    const opened = await openStudio(browser, place, path, {
      fragment: place === 'page' ? fragment : '',
      target,
    })
    const { page } = opened
    await page.waitForSelector('[data-missing], [data-score]')
    if (place === 'server') {
      await page.keyboard.press('2')
      await page.waitForSelector('[data-score]')
      await page.check('aside label:has-text("Area under the ROC") input')
    }
    await page.waitForSelector('[data-mean]')
    await page.check('[data-intervals]')
    await page.waitForSelector('[data-scorer=auc][data-low]')
    const table = await readTable(path)
    for (const { method, intervals } of await scoreIntervals(table, { target, by })) {
      const known = new Map(intervals.map(({ feature, low, high }) => [feature, [shown(low), shown(high)]]))
      const drawn = await page.$$eval(`[data-column] [data-scorer="${method}"]`, (cells) =>
        cells.map((cell) => [
          cell.closest('[data-column]')!.getAttribute('data-column')!,
          cell.getAttribute('data-low'),
          cell.getAttribute('data-high'),
        ]),
      )
      expect(drawn.length).toBeGreaterThan(3)
      expect(drawn).toEqual(drawn.map(([name]) => [name, ...known.get(name!)!]))
    }
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

  it('a comparison of methods, and what could stand in for the set', async () => {
    const { path, target } = small
    const opened = await openStudio(browser, place, path, { target })
    const { page } = opened
    const table = await readTable(path)
    const methods = ['jmi', 'mrmr', 'cmim', 'fcbf']
    const known = await compare(table, { target, methods, k: 2 })
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('6')
    await page.fill('[data-k]', '2')
    await page.keyboard.press('Tab')
    const evidence = known.methods.map((method) => method.evidence[0])
    const least = Math.min(...known.differences.map(({ adjusted }) => adjusted!))
    await page.waitForSelector(`[data-sentence][data-least="${least}"]`)
    const shownAs = (name: string) =>
      page.$$eval(
        `[data-method-row] [${name}]`,
        (cells, of) => cells.map((cell) => cell.getAttribute(of)),
        name,
      )
    expect(await shownAs('data-score')).toEqual(evidence.map(({ selected }) => String(selected.mean)))
    expect(await shownAs('data-difference')).toEqual(
      evidence.map(({ besideAll }) => String(besideAll.difference)),
    )
    expect(await shownAs('data-stability')).toEqual(
      known.methods.map(({ stability }) => String(stability!.nogueira!.value)),
    )
    const { jaccard } = known.agreement.find(({ a, b }) => a === 0 && b === 1)!
    expect(await page.getAttribute('[data-cell="0 1"]', 'data-jaccard')).toBe(String(jaccard))
    await page.focus('[data-cell="0 1"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-pair="jmi mrmr"]')
    await page.focus('[data-method-row="mrmr"] button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-alternatives]')
    const { alternatives } = await select(table, {
      target,
      startFrom: [...known.methods[1].selected].sort(),
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

  it('a comparison that is stopped keeps the methods that are done', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('6')
    await page.waitForSelector('[data-sentence]')
    await page.click('[data-methods]')
    // It is stopped as soon as it is asked for, before a method is done: those of the comparison before stay.
    await page.evaluate(() => {
      const asked = new MutationObserver(() => {
        if (!document.querySelector('main section .running')) return
        asked.disconnect()
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      })
      asked.observe(document.body, { subtree: true, childList: true })
      document.querySelector<HTMLElement>('[data-method="boruta"]')!.click()
    })
    await page.waitForSelector('[data-method-row="boruta"]')
    await page.waitForFunction(() => document.querySelector('main section .running') === null)
    expect(await page.$$('[data-method-row] [data-score]')).toHaveLength(4)
    // Without the one that was not done all is there again.
    await page.uncheck('[data-method="boruta"]')
    await page.waitForSelector('[data-sentence]')
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it('all subsets of some columns, and the best of them by keys', async () => {
    const target = 'progression'
    const opened = await openStudio(browser, place, numbers.path, { target })
    const { page } = opened
    await page.waitForSelector('[data-missing]', { state: 'attached' })
    await page.keyboard.press('5')
    await page.fill('[data-most]', '5')
    await page.keyboard.press('Tab')
    await page.waitForSelector('[data-counted="31"]')
    const table = await readTable(numbers.path)
    const { rankings } = await rank(table, { target, by: ['mutual-information'] })
    const columns = new Set(rankings[0].scores.slice(0, 5).map(({ feature }) => feature))
    const { landscape } = await select(table, {
      target,
      drop: table.columns.flatMap(({ name }) => (columns.has(name) || name === target ? [] : [name])),
      criterion: 'mi-dt:alpha=1,beta=0,mi=joint-mi',
      pareto: 'delta-test',
      search: 'exhaustive',
      landscape: 'all',
      asIs: true,
    })
    const known = new Map(
      landscape!.map(({ features, scores }) => [[...features].sort().join('|'), scores!.map(String)]),
    )
    const rows = await page.$$eval('.sets[role="table"] [data-set]', (found) =>
      found.map((row) => [
        row.getAttribute('data-set')!.split('|').sort().join('|'),
        [row.getAttribute('data-x')!, row.getAttribute('data-y')!],
      ]),
    )
    expect(rows.length).toBeGreaterThan(16)
    expect(rows).toEqual(rows.map(([set]) => [set, known.get(set as string)]))
    const front = landscape!.flatMap(({ features, front }) => (front ? [[...features].sort().join('|')] : []))
    expect(rows.slice(16).map(([set]) => set)).toEqual(front)
    const best = (alpha: number, beta: number) =>
      [...known].reduce((a, b) =>
        alpha * Number(b[1][0]) - beta * Number(b[1][1]) > alpha * Number(a[1][0]) - beta * Number(a[1][1])
          ? b
          : a,
      )[0]
    const winner = async () =>
      (await page.getAttribute('[data-winner]', 'data-winner'))!.split('|').sort().join('|')
    expect(await winner()).toBe(best(1, 1))
    await page.focus('[data-weight="beta"]')
    await page.keyboard.press('Home')
    expect(await winner()).toBe(best(1, 0))
    await page.focus('[data-set-row="0"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.chip')
    expect((await page.$$('.chip')).length).toBe(best(1, 0).split('|').length)

    // A frame by keys lists the sets in it, and says how many.
    const said = () => page.textContent('.unseen[aria-live]')
    await page.focus('[data-frame-keys]')
    await page.keyboard.press('ArrowRight')
    const first = await said()
    expect(first).toMatch(/^\d+ sets? in the frame/)
    await page.keyboard.press('ArrowDown')
    expect(await said()).not.toBe(first)
    for (let edge = 0; edge < 40; edge++) await page.keyboard.press('Shift+ArrowDown')
    const inFrame = Number(/^\d+/.exec((await said())!)![0])
    expect((await page.$$('.sets[role="table"]:not(.front) [data-set]')).length).toBe(Math.min(16, inFrame))
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('aside h2 button'))

    // In counts, sets of all sizes have the same bins.
    await page.selectOption('[data-pair]', 'redundancy')
    await page.waitForSelector('[role="columnheader"][title*="redundancy"]')
    await page.waitForSelector('[data-counted="31"]')
    const counted = await select(table, {
      target,
      drop: table.columns.flatMap(({ name }) => (columns.has(name) || name === target ? [] : [name])),
      criterion: 'joint-mi',
      search: 'exhaustive',
      landscape: 'all',
      asIs: true,
    })
    const informationOf = new Map(
      counted.landscape!.map(({ features, score }) => [[...features].sort().join('|'), String(score)]),
    )
    const listed = await page.$$eval('.sets[role="table"] [data-set]', (found) =>
      found.map((row) => [
        row.getAttribute('data-set')!.split('|').sort().join('|'),
        row.getAttribute('data-x')!,
      ]),
    )
    expect(listed).toEqual(listed.map(([set]) => [set, informationOf.get(set)]))
    expect(new Set(listed.map(([set]) => set.split('|').length)).size).toBeGreaterThan(1)
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})
