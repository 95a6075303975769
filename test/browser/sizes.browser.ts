import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlers } from './bundlers.ts'
import { launchChromium } from './chromium.ts'
import { servePage } from './serve.ts'

const error = `
  import { CribaError } from 'criba'
  globalThis.name_ = CribaError.name
  globalThis.call = async () => new CribaError('invalid', 'none').message
`

/** Few rows, so that no thread starts. */
const ranking = `
  import { rank, tableFromCsv } from 'criba'
  const rows = Array.from({ length: 60 }, (_, i) => i + ',' + ((i * 37) % 60) + ',' + (i + (i % 7)))
  globalThis.call = async () => {
    const table = await tableFromCsv('a,b,y\\n' + rows.join('\\n') + '\\n')
    const { rankings } = await rank(table, { target: 'y', by: ['pearson'] })
    return rankings[0].scores.map(({ feature }) => feature).join()
  }
`

/** A method as a function brings its record: the call loads no other. */
const rankingBy = ranking
  .replace("import { rank, tableFromCsv } from 'criba'", "$&\nimport { pearson } from 'criba/methods'")
  .replace("['pearson']", '[pearson()]')

/** Methods as functions: a page takes them before the call, and others stay away. */
const withMethods = `
  import { rank, select, tableFromCsv } from 'criba'
  import { jmi, mutualInformation, pearson } from 'criba/methods'
  const rows = Array.from({ length: 60 }, (_, i) => (i >> 1) + ',' + ((i * 37) % 30) + ',' + (i + (i % 7)))
  globalThis.call = async () => {
    const table = await tableFromCsv('a,b,y\\n' + rows.join('\\n') + '\\n')
    const { rankings } = await rank(table, { target: 'y', by: [pearson(), mutualInformation()] })
    const { selected } = await select(table, { target: 'y', criterion: jmi(), k: 1 })
    return [...rankings.map(({ scores }) => scores[0].feature), ...selected].join()
  }
`

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** The bytes of scripts that a page loads until it stands, and with a call, compressed as servers send them: by Brotli. */
async function loadedBy(bundler: keyof typeof bundlers, text: string) {
  const served = await servePage(await bundlers[bundler](text), false)
  const context = await browser.newContext()
  try {
    const tab = await context.newPage()
    const loaded: Promise<number>[] = []
    tab.on('response', (response) => {
      if (response.url().endsWith('.js'))
        loaded.push(response.body().then((body) => brotliCompressSync(body).length))
    })
    const sum = async () => (await Promise.all(loaded)).reduce((total, size) => total + size, 0)
    await tab.goto(served.address)
    await tab.waitForFunction('globalThis.call !== undefined')
    const before = await sum()
    const answer = await tab.evaluate('globalThis.call()')
    const sizes = { before, after: await sum() }
    process.stderr.write(`${bundler}: ${sizes.before} bytes, with the call ${sizes.after}\n`)
    return { ...sizes, answer }
  } finally {
    await context.close()
    served.close()
  }
}

describe('a page loads', () => {
  // Where esbuild splits, its chunks hold what other chunks need too.
  it.each(['Vite', 'webpack', 'esbuild without splitting'] as const)(
    'nothing but the error with the error, built by %s',
    async (bundler) => {
      const { before, answer } = await loadedBy(bundler, error)
      expect(answer).toBe('none')
      expect(before).toBeLessThan(2000)
    },
  )

  it.each([
    ['Vite', 'by a name', ranking, 11_300, 232_700],
    ['esbuild', 'by a name', ranking, 45_200, 251_700],
    ['Vite', 'by a function', rankingBy, 36_400, 228_800],
    ['Vite', 'and a selection by functions', withMethods, 53_400, 369_600],
    ['webpack', 'and a selection by functions', withMethods, 53_500, 382_600],
    ['esbuild', 'and a selection by functions', withMethods, 169_500, 398_300],
  ] as const)(
    'the engine with the first ranking, built by %s, %s',
    async (bundler, _, text, before, after) => {
      const loaded = await loadedBy(bundler, text)
      expect(loaded.answer).toMatch(/^a,(b|a,a)$/)
      expect(loaded.before).toBeLessThan(before)
      expect(loaded.after).toBeLessThan(after)
    },
  )
})
