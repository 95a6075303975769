import { interactions } from 'criba'
import { readTable } from 'criba/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { openStudio, places } from './open-page.ts'
import { broad, messy, small } from './tables.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

interface Dot {
  readonly name: string
  readonly information: string
  /** From the middle of the map, in pixels. */
  readonly away: number
}

/** Goes to the map. */
async function toMap(page: Page): Promise<void> {
  await page.waitForSelector('[data-missing]', { state: 'attached' })
  // A target that was typed has the keys still.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('3')
  await page.waitForSelector('#map-title')
}

/** Opens the map and waits until it is whole. */
async function openMap(page: Page): Promise<void> {
  await toMap(page)
  await page.waitForSelector('[data-dot]')
  await page.waitForFunction(() => document.querySelector('.running') === null)
}

/** The dots in the order of Tab. */
function dotsOf(page: Page): Promise<readonly Dot[]> {
  return page.$$eval('[data-dot]', (dots) =>
    dots.map((dot) => {
      const map = dot.closest('[role="presentation"]')!.getBoundingClientRect()
      const own = dot.getBoundingClientRect()
      return {
        name: dot.getAttribute('data-dot')!,
        information: dot.getAttribute('data-information')!,
        away: Math.hypot(
          own.left + own.width / 2 - map.left - map.width / 2,
          own.top + own.height / 2 - map.top - map.height / 2,
        ),
      }
    }),
  )
}

/** What the command line says of the columns of a map. */
async function plainOf({ path, target }: typeof small, dots: readonly Dot[]) {
  const table = await readTable(path)
  const drawn = new Set(dots.map(({ name }) => name))
  const drop = table.columns.map(({ name }) => name).filter((name) => name !== target && !drawn.has(name))
  return interactions(table, { target, drop })
}

const marked = (page: Page) =>
  page.$$eval('[data-dot][aria-pressed="true"]', (dots) => dots.map((dot) => dot.getAttribute('data-dot')))

describe.each(places)('the map, in the %s', (place) => {
  it.each(Object.entries({ small, messy }))(
    'has the numbers of the command line for a %s table, at exact distances',
    async (_, data) => {
      const opened = await openStudio(browser, place, data.path, { target: data.target })
      const { page } = opened
      await openMap(page)
      const dots = await dotsOf(page)
      const { alone, targetEntropy } = await plainOf(data, dots)
      expect(dots.length).toBe(alone.length)
      expect(dots.length).toBeGreaterThan(2)
      const known = new Map(alone.map(({ feature, information }) => [feature, String(information)]))
      expect(dots.map(({ name, information }) => [name, information])).toEqual(
        dots.map(({ name }) => [name, known.get(name)]),
      )
      const sizes = dots.map(({ information }) => Number(information))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      const shares = sizes.map((size) => Math.min(1, 1 - size / targetEntropy))
      const radius = Math.max(...dots.map(({ away }, i) => away / shares[i]).filter(Number.isFinite))
      for (const turn of [0, 1]) {
        for (const [i, { away }] of (await dotsOf(page)).entries())
          expect(Math.abs(away - radius * shares[i]), `turn ${turn}`).toBeLessThan(1)
        await page.keyboard.press('.')
      }
      expect(await page.$$('img')).toEqual([])
      expect(opened.errors).toEqual([])
      await opened.close()
    },
  )

  it('shows two columns beside the target, with what they tell of it', async () => {
    const opened = await openStudio(browser, place, small.path, { target: small.target })
    const { page } = opened
    await openMap(page)
    const { pairs } = await plainOf(small, await dotsOf(page))
    const names = ['mean compactness', 'mean fractal dimension']
    const pair = pairs.find(({ a, b }) => names.includes(a) && names.includes(b))!
    for (const name of names) {
      await page.focus(`[data-dot="${name}"]`)
      await page.keyboard.press(' ')
    }
    await page.waitForSelector('[data-joint]')
    const numbers = Object.fromEntries(
      await page.$$eval('[data-number]', (found) =>
        found.map((one) => [one.getAttribute('data-number')!, one.getAttribute('data-value')!] as const),
      ),
    )
    expect(numbers).toEqual({
      a: String(pair.iA),
      b: String(pair.iB),
      interaction: String(pair.interaction),
      together: String(pair.joint),
    })
    expect(await page.getAttribute('[data-similarity]', 'data-similarity')).toBe(String(pair.similarity))
    await page.waitForSelector('figure svg circle')
    // Every row has its point.
    expect((await page.$$('figure svg circle')).length).toBe(569)
    await page.reload()
    await page.waitForSelector('[data-joint]')
    expect(await page.getAttribute('[data-joint]', 'data-joint')).toBe(String(pair.joint))
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})

it('the map is used by keys alone: inward out, to the nearest, marks, the set, layouts and turns', async () => {
  const opened = await openStudio(browser, 'page', small.path, { target: small.target })
  const { page } = opened
  await openMap(page)
  const dots = await dotsOf(page)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-dot'))
  await page.focus('[data-dot]')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(dots[1].name)
  await page.keyboard.press('ArrowUp')
  const upper = await focused()
  expect(upper).not.toBe(dots[1].name)
  await page.keyboard.press(' ')
  expect(await marked(page)).toEqual([upper])
  await page.keyboard.press('Enter')
  await page.waitForSelector('.chip')
  expect(await page.textContent('.chip')).toContain(upper)
  expect(await marked(page)).toEqual([])
  const stress = () => page.getAttribute('[data-stress]', 'data-stress')
  const exact = await stress()
  await page.keyboard.press('l')
  await page.waitForFunction(
    (before) => document.querySelector('[data-stress]')?.getAttribute('data-stress') !== before,
    exact,
  )
  await page.keyboard.press('l')
  await page.waitForFunction(
    (before) => document.querySelector('[data-stress]')?.getAttribute('data-stress') === before,
    exact,
  )
  await page.keyboard.press(',')
  expect(page.url()).toContain('turn%22%3A355')
  expect(opened.errors).toEqual([])
  await opened.close()
})

it('a map that is stopped says so, and goes on', async () => {
  const opened = await openStudio(browser, 'page', broad.path, { target: broad.target })
  const { page } = opened
  await toMap(page)
  await page.keyboard.press('Escape')
  // A machine may be faster than a key.
  await page.waitForSelector('[data-dot], [data-again]')
  const again = await page.$('[data-again]')
  if (again) await again.click()
  await page.waitForSelector('[data-dot]')
  expect((await page.$$('[data-dot]')).length).toBeGreaterThan(5)
  expect(opened.errors).toEqual([])
  await opened.close()
})
