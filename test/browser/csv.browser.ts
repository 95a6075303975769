import { tableFromCsv } from 'criba'
import type { Table } from 'criba'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { plainPage, servePage } from './serve.ts'

/** A text of about 6 MB with every feature of CSV. It also runs in the page, so it uses nothing from outside. */
function textOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const number = i % 97 === 5 ? 'NA' : `${(i * 7919) % 1000003}.${i % 1000}e${(i % 600) - 300}`
    const text = i % 3 === 0 ? `"line ${i % 11}\nof ""${i % 7}"", é€𝒳"` : `plain ${i % 13}`
    return `${i},${number},${text},2024-02-${10 + (i % 20)}T10:20:30.${i % 1000},${i > rows - 9 ? 'x' : i % 5}`
  })
  return ['n,number,text,time,late', ...lines, ''].join('\r\n')
}

/** A digest of all bits of a table. */
async function digestOf(table: Table): Promise<string[]> {
  const digests = [`${table.rows} rows, ${JSON.stringify(table.warnings)}`]
  for (const column of table.columns) {
    const cells = column.type === 'numeric' ? column.values : column.codes
    const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength).slice()
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const levels = column.type === 'categorical' ? column.levels.join('|') : (column.time ?? '')
    const gaps = column.missing ? column.missing.reduce((sum, gap) => sum + gap, 0) : 0
    digests.push(`${column.name} ${column.type} ${gaps} ${levels} ${hash.join(' ')}`)
  }
  return digests
}

const rows = 95_000

const script = `
  import { tableFromCsv } from './browser.js'
  const textOf = ${String(textOf)}
  const digestOf = ${String(digestOf)}
  const text = textOf(${rows})
  globalThis.read = async (way, threads) => {
    const given = way === 'string' ? text : way === 'blob' ? new Blob([text]) : new File([text], 'page.csv')
    const shares = []
    const table = await tableFromCsv(given, { threads, progress: (share) => shares.push(share) })
    return { digest: await digestOf(table), shares, isolated: crossOriginIsolated }
  }
  globalThis.interrupted = () => tableFromCsv(new Blob([text]), { threads: 2, signal: AbortSignal.timeout(1) })
    .then(() => 'read', (error) => error.code)
`

interface PageRead {
  readonly digest: readonly string[]
  readonly shares: readonly number[]
  readonly isolated: boolean
}

let browser: Browser
let expected: readonly string[]
beforeAll(async () => {
  browser = await launchChromium()
  const text = textOf(rows)
  expect(new TextEncoder().encode(text).length).toBeGreaterThan(5 << 20)
  expected = await digestOf(await tableFromCsv(text, { threads: 1 }))
})
afterAll(() => browser.close())

describe.each([
  ['with cross-origin isolation', true],
  ['without', false],
])('in a browser %s', (_, isolated) => {
  it('reads a text, a blob and a file as in Node', async () => {
    const served = await servePage(plainPage(script), isolated)
    const page = await browser.newPage()
    try {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(served.address)
      await page.waitForFunction('globalThis.read !== undefined')
      for (const way of ['string', 'blob', 'file']) {
        for (const threads of [1, 2]) {
          const read: PageRead = await page.evaluate(`read('${way}', ${threads})`)
          expect(read.isolated).toBe(isolated)
          // Messages contain the name of a file.
          expect(read.digest.map((line) => line.replaceAll('page.csv', 'the text'))).toEqual(expected)
          expect(read.shares.at(-1)).toBe(1)
        }
      }
      // Checks that two threads were started.
      expect(page.workers()).toHaveLength(2)
      expect(await page.evaluate('interrupted()')).toBe('interrupted')
      const again: PageRead = await page.evaluate(`read('blob', 2)`)
      expect(again.digest).toEqual(expected)
      expect(problems).toEqual([])
    } finally {
      await page.close()
      served.close()
    }
  })
})
