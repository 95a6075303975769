import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chartCsv, figureSvg, reportPage } from 'criba/report'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { chartsWith, hostileNames, reportWith, shownAs } from '../report/charts.ts'
import type { Browser, Page } from 'playwright-core'
import type { Chart, LandscapeChart } from '../../src/core/results/chart.ts'
import type { Report } from '../../src/core/results/report.ts'

const names = Array.from({ length: 11 }, (_, i) => `feature ${i}`)

/** All sets of eleven features, made without a formula that orders them; some are equal. */
function allSets(scale: 'linear' | 'log'): LandscapeChart {
  let state = 12345
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  const sets = Array.from({ length: 2047 }, (_, i) => {
    const features = names.filter((_name, bit) => ((i + 1) >> bit) & 1)
    // Whole hundredths, so that many sets are equal at some α and β.
    return { features, x: Math.round(next() * 100) / 100 + 0.01, y: Math.round(next() * 100) / 100 + 0.01 }
  })
  return {
    ...{ kind: 'landscape', name: 'landscape', title: 'All sets', caption: 'Sets by information and noise.' },
    ...{ x: { label: 'bits', scale }, y: { label: 'noise', scale }, sets, alpha: 1, beta: 1 },
  }
}

/** What the arithmetic says: the largest α·x − β·y, of equal ones the smallest set, then the first. */
function bestAt({ sets }: LandscapeChart, alpha: number, beta: number) {
  const scored = sets.map((set, i) => ({ set, i, score: alpha * set.x - beta * set.y }))
  const most = Math.max(...scored.map(({ score }) => score))
  const ties = scored.filter(({ score }) => score === most)
  ties.sort((a, b) => a.set.features.length - b.set.features.length || a.i - b.i)
  return { best: ties[0].set, ties: ties.length }
}

let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'criba-report-'))
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

/** A report opened from a file, with everything that the page says or asks for. */
async function open(report: Report, options: { width?: number; dark?: boolean; script?: boolean } = {}) {
  const file = join(folder, 'report.html')
  writeFileSync(file, reportPage(report))
  const { width = 1280, dark = false, script = true } = options
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' },
    ...{ javaScriptEnabled: script, acceptDownloads: true },
  })
  const page = await context.newPage()
  const problems: string[] = []
  const address = pathToFileURL(file).href
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push('dialog')
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) problems.push(request.url())
  })
  await page.goto(address)
  return { page, problems, close: () => context.close() }
}

function reportOf(charts: readonly Chart[]): Report {
  return { ...reportWith('a', 'b'), sections: [{ title: 'Charts', paragraphs: ['Text.'], charts }] }
}

/** Moves a slider as a user's keys and pointer do. */
async function moveTo(page: Page, name: string, value: number) {
  await page.getByRole('slider', { name: new RegExp(`^${name}`) }).fill(String(value))
}

describe('a report in a browser', () => {
  it.each(['linear', 'log'] as const)(
    'moves the best set of 2,047 with its sliders, on %s axes',
    async (scale) => {
      const chart = allSets(scale)
      const { page, problems, close } = await open(reportOf([chart]))
      let tied = 0
      for (const [alpha, beta] of [
        [1, 1],
        [0, 1],
        [1, 0],
        [0, 0],
        [0.3, 7.9],
        [10, 0.1],
        [2.5, 2.5],
        [10, 10],
        [0.1, 0.2],
      ]) {
        await moveTo(page, 'α', alpha)
        await moveTo(page, 'β', beta)
        const { best, ties } = bestAt(chart, alpha, beta)
        if (ties > 1) tied++
        const label = `Best at α = ${alpha}, β = ${beta}: ${best.features.join(', ')}`
        expect(await page.locator('.best').textContent()).toBe(label)
        expect(await page.locator('.sliders output').allTextContents()).toEqual([
          alpha.toFixed(1),
          beta.toFixed(1),
        ])
        // The ring is where a picture drawn anew has it.
        const [moved, drawn] = await page.evaluate(
          (svg) => {
            const facts = (root: ParentNode) => {
              const [ring, text, line] = ['circle', 'text', 'path'].map((name) =>
                root.querySelector(`.winner ${name}`)!,
              )
              const places = [ring.getAttribute('cx'), ring.getAttribute('cy'), text.getAttribute('x')]
              const points = line.getAttribute('d')!.match(/-?[\d.]+/g)!
              return { name: text.firstChild!.nodeValue, numbers: [...places, ...points].map(Number) }
            }
            const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
            return [facts(document.querySelector('.wide')!), facts(picture)]
          },
          figureSvg({ ...chart, alpha, beta }, { use: 'page' }),
        )
        expect(moved.name).toBe(drawn.name)
        expect(moved.numbers).toHaveLength(drawn.numbers.length)
        for (const [i, number] of moved.numbers.entries()) expect(number).toBeCloseTo(drawn.numbers[i], 1)
      }
      expect(tied).toBeGreaterThan(0)
      expect(problems).toEqual([])
      await close()
    },
  )

  it('moves a slider by keys', async () => {
    const { page, close } = await open(reportOf([allSets('linear')]))
    await page.getByRole('slider', { name: /^β/ }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.best').textContent()).toMatch(/^Best at α = 1, β = 1.1: /)
    await close()
  })

  it('shows names as text, whatever they are, and asks for nothing', async () => {
    for (const [i, name] of hostileNames.entries()) {
      // Every name stands in both places.
      if (i % 2 === 1) continue
      const other = hostileNames[i + 1] ?? 'another'
      const { page, problems, close } = await open(reportWith(name, other))
      await moveTo(page, 'α', 10)
      const sentence = await page.locator('.best').textContent()
      expect(sentence).toMatch(/^Best at α = 10, β = 1: /)
      expect(await page.locator('h1').evaluate((element) => element.textContent)).toBe(
        `Report ${shownAs(name)}`,
      )
      expect(
        await page.locator('img, iframe, object, embed, [onload], [onerror], [onmouseover]').count(),
      ).toBe(0)
      expect(problems, name).toEqual([])
      await close()
    }
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no fault that axe finds, %s and %i pixels wide', async (scheme, width) => {
    const { page, problems, close } = await open(reportWith('alpha', 'a name that is rather long'), {
      ...{ width, dark: scheme === 'dark' },
    })
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      "axe.run({ resultTypes: ['violations'] })",
    )
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([])
    // Nothing is wider than the page, and text is large enough.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('p, li, td, th, figcaption, caption, pre, dt, dd, a, button, label')].map(
        (element) => parseFloat(getComputedStyle(element).fontSize),
      ),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
    const shown = await page.locator('figure svg.figure:visible').count()
    expect(shown).toBe(await page.locator('figure').count())
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe(scheme === 'dark' ? 'rgb(21, 24, 28)' : 'rgb(255, 255, 255)')
    expect(problems).toEqual([])
    await close()
  })

  it('saves a figure as SVG, CSV and PNG', async () => {
    const [chart] = chartsWith('alpha', '<b>"beta" é👩‍👩‍👧</b>')
    const { page, problems, close } = await open(reportOf([chart]), { dark: true })
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('figure').getByText(name, { exact: true }).click(),
      ])
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
    }
    const svg = await saved('SVG')
    expect([svg.name, svg.bytes.toString('utf8')]).toEqual(['bars.svg', figureSvg(chart)])
    const csv = await saved('CSV')
    expect([csv.name, csv.bytes.toString('utf8')]).toEqual(['bars.csv', chartCsv(chart)])
    const png = await saved('PNG')
    expect(png.name).toBe('bars.png')
    expect([...png.bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    // Twice as large as the picture, and bright also on a dark page.
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(figureSvg(chart))!.map(Number)
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2 * width, 2 * height])
    const pixels = await page.evaluate(async (base64) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${base64}`
      await picture.decode()
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [picture.width, picture.height]
      const context = canvas.getContext('2d')!
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const colours = new Set<string>()
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join(' '))
      return { corner: [...data.slice(0, 4)], colours: [...colours] }
    }, png.bytes.toString('base64'))
    expect(pixels.corner).toEqual([255, 255, 255, 255])
    // The colour of chosen bars, light.
    expect(pixels.colours).toContain('31 95 153')
    expect(problems).toEqual([])
    await close()
  })

  it('is well formed SVG for a strict reader, whatever names are in it', async () => {
    const page = await browser.newPage()
    for (const name of hostileNames) {
      const pictures = chartsWith(name, `${name} 2`).map((chart) => figureSvg(chart))
      const faults = await page.evaluate(
        (all) =>
          all.flatMap((svg) => {
            const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
            return documentElement.localName === 'svg' ? [] : [documentElement.textContent]
          }),
        pictures,
      )
      expect(faults, name).toEqual([])
    }
    await page.close()
  })

  it('says all without a script but for sliders and PNG', async () => {
    const { page, close } = await open(reportWith('alpha', 'beta'), { script: false })
    expect(await page.locator('.best').innerText()).toBe('Best at α = 1, β = 1: alpha, beta')
    expect(await page.locator('.sliders').isVisible()).toBe(false)
    expect(await page.locator('button.png:visible').count()).toBe(0)
    expect(await page.locator('figure svg.figure:visible').count()).toBe(9)
    await close()
  })

  it('prints light, in the wide form, without what cannot be pressed', async () => {
    const { page, close } = await open(reportWith('alpha', 'beta'), { width: 390, dark: true })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.locator('.wide:visible').count()).toBe(9)
    expect(await page.locator('.narrow:visible, .files:visible, .sliders:visible').count()).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 31, 35)')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    const pdf = await page.pdf()
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await close()
  })
})
