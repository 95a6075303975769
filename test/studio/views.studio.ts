import { compare, describe as describeTable, interactions } from 'criba'
import { readTable } from 'criba/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { rank, select } from '../untyped.ts'
import { openStudio, places } from './open-page.ts'
import { messy, wide } from './tables.ts'

/* Each view with a messy table and with as many columns as genes: its numbers are those of the command line. */

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** Goes to a view, and waits until something of it is there. */
async function toView(page: Page, view: string, selector: string): Promise<void> {
  // A target that was typed has the keys still.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press(view)
  await page.waitForSelector(selector)
}

/** An attribute of the elements that match, beside one of the rows that they stand in. */
const pairsOf = (page: Page, rows: string, name: string, value: string) =>
  page.$$eval(
    rows,
    (found, [name, value]) =>
      found.map((row): readonly [string, string | null] => [
        row.getAttribute(name)!,
        (row.hasAttribute(value) ? row : row.querySelector(`[${value}]`))?.getAttribute(value) ?? null,
      ]),
    [name, value],
  )

const text = (value: number | null | undefined) => (typeof value === 'number' ? String(value) : null)
const sorted = (set: string) => set.split('|').sort().join('|')

async function answersOf({ path, target }: typeof messy) {
  const table = await readTable(path)
  const names = table.columns.map(({ name }) => name)
  const dropOthers = (kept: ReadonlySet<string>) => names.filter((name) => name !== target && !kept.has(name))
  return {
    description: await describeTable(table, { target }),
    ranking: await rank(table, { target, by: ['mutual-information'] }),
    selection: await select(table, { target, method: 'jmi', evidence: true }),
    comparison: await compare(table, { target, methods: ['jmi', 'mrmr', 'cmim', 'fcbf'], k: 2 }),
    interactionsOf: (drawn: ReadonlySet<string>) => interactions(table, { target, drop: dropOthers(drawn) }),
    subsetsOf: (drawn: ReadonlySet<string>) =>
      select(table, {
        target,
        drop: dropOthers(drawn),
        criterion: 'joint-mi',
        search: 'exhaustive',
        landscape: 'all',
        asIs: true,
      }),
  }
}

describe.each([
  ['messy', messy],
  ['200 × 20,000', wide],
])('every view of a %s table', (_, data) => {
  let answers: Awaited<ReturnType<typeof answersOf>>
  beforeAll(async () => {
    answers = await answersOf(data)
  })

  it.each(places)('has the numbers of the command line, in the %s', async (place) => {
    const opened = await openStudio(browser, place, data.path, { target: data.target })
    const { page } = opened
    await page.waitForSelector('[data-missing]')
    const facts = new Map(answers.description.columns.map((column) => [column.name, column]))
    for (const fact of ['missing', 'distinct'] as const) {
      const shown = await pairsOf(page, '[data-column]', 'data-column', `data-${fact}`)
      expect(shown.length).toBeGreaterThan(5)
      expect(shown).toEqual(shown.map(([name]) => [name, text(facts.get(name)![fact])]))
    }

    await toView(page, '2', '[data-column] [data-score]')
    const scores = new Map(
      answers.ranking.rankings[0].scores.map(({ feature, score }) => [feature, text(score)]),
    )
    const ranked = await pairsOf(page, '[data-column]', 'data-column', 'data-score')
    expect(ranked.length).toBeGreaterThan(3)
    expect(ranked).toEqual(ranked.map(([name]) => [name, scores.get(name)]))

    await toView(page, '3', '[data-dot]')
    await page.waitForFunction(() => document.querySelector('.running') === null)
    const dots = await pairsOf(page, '[data-dot]', 'data-dot', 'data-information')
    const { alone } = await answers.interactionsOf(new Set(dots.map(([name]) => name)))
    expect(new Map(dots)).toEqual(
      new Map(alone.map(({ feature, information }) => [feature, text(information)])),
    )

    await toView(page, '4', '[role="slider"], .nothing')
    const { steps, evidence } = answers.selection
    expect(await pairsOf(page, '[data-step]', 'data-column', 'data-score')).toEqual(
      steps.map(({ feature, score }) => [feature, text(score)]),
    )
    await page.click('.below .button')
    await page.waitForSelector(`.score [data-score="${evidence!.selected.mean}"]`)

    await toView(page, '5', '[data-pair]')
    await page.fill('[data-most]', '4')
    await page.keyboard.press('Tab')
    await page.selectOption('[data-pair]', 'redundancy')
    await page.waitForSelector('[role="columnheader"][title*="redundancy"]')
    await page.waitForSelector('[data-counted="15"]')
    const sets = await pairsOf(page, '.sets[role="table"] [data-set]', 'data-set', 'data-x')
    const columns = new Set(sets.flatMap(([set]) => set.split('|')))
    const { landscape } = await answers.subsetsOf(columns)
    const known = new Map(
      landscape!.map(({ features, score }) => [[...features].sort().join('|'), text(score)]),
    )
    expect(known.size).toBe(15)
    expect(sets.map(([set, x]) => [sorted(set), x])).toEqual(
      sets.map(([set]) => [sorted(set), known.get(sorted(set))]),
    )

    await toView(page, '6', '[data-k]')
    await page.fill('[data-k]', '2')
    await page.keyboard.press('Tab')
    const means = answers.comparison.methods.map(({ evidence }) => text(evidence[0].selected.mean))
    await page.waitForFunction(
      (n) => document.querySelectorAll('[data-method-row] [data-score]').length === n,
      means.length,
    )
    await page.waitForSelector('[data-sentence]')
    expect(
      (await pairsOf(page, '[data-method-row]', 'data-method-row', 'data-score')).map(([, x]) => x),
    ).toEqual(means)
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})
