import { rmSync } from 'node:fs'
import { MemorySource } from 'criba'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleRequests, exampleTable } from '../kernel/example-requests.ts'
import { bitsOf } from './bits.ts'
import { launchChromium } from './chromium.ts'
import { bundlePage, servePage } from './serve.ts'

const [rows, columns] = [30_000, 60]

const table = exampleTable(rows, columns)
const inNode = new MemorySource(table)

let browser: Browser
let bundled: string
let expected: string
beforeAll(async () => {
  browser = await launchChromium()
  bundled = await bundlePage()
  expected = bitsOf(await inNode.answer(exampleRequests(table), { threads: 1 }))
})
afterAll(async () => {
  await browser.close()
  rmSync(bundled, { recursive: true })
})

describe.each([
  ['with cross-origin isolation', true],
  ['without', false],
])('in a browser %s', (_, isolated) => {
  it('kernels give the same bits as in Node', async () => {
    const served = await servePage(bundled, isolated, { isKept: true })
    try {
      const page = await browser.newPage()
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(served.address)
      await page.waitForFunction('globalThis.answer !== undefined')
      for (const threads of [1, 2]) {
        const answer: PageAnswer = await page.evaluate(
          ([r, c, t]) => globalThis.answer(r, c, t),
          [rows, columns, threads],
        )
        expect(answer.isolated).toBe(isolated)
        for (const kernel of ['pairEntropies', 'packedEntropies']) {
          expect(answer.kernels[kernel]).toBeGreaterThan(0)
          expect(answer.kernels[kernel]).toBe(inNode.work.kernels[kernel])
        }
        expect(answer.bits).toBe(expected)
      }
      // Checks that two threads were started.
      expect(page.workers()).toHaveLength(2)
      expect(problems).toEqual([])
    } finally {
      served.close()
    }
  })
})
