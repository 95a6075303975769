import { tableFromColumns } from 'criba'
import { expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { plainPage, servePage } from './serve.ts'
import { rank } from '../untyped.ts'

/** Enough rows to start the threads of the pool. */
const rows = 60_000

function columns() {
  const at = (step: number) => Float64Array.from({ length: rows }, (_, i) => (i * step) % 1009)
  const features = Array.from({ length: 40 }, (_, i) => [`x${i}`, at(i + 1)] as const)
  return { ...Object.fromEntries(features), y: at(1).map((value) => (value > 500 ? 1 : 0)) }
}

const spec = { target: 'y', by: ['mutual-information', 'kruskal-wallis', 'importance:learner=lda'] }

const page = `
  import { rank, tableFromColumns } from './browser.js'
  const rows = ${rows}
  const columns = ${String(columns)}
  const spec = ${JSON.stringify(spec)}
  globalThis.rankings = rank(tableFromColumns(columns()), spec, { threads: 2 }).then(({ rankings }) => rankings)
`

it('ranks in a page without a bundler, on threads, as in Node', async () => {
  const { rankings } = await rank(tableFromColumns(columns()), spec)
  const served = await servePage(plainPage(page), false)
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage()
    await tab.goto(served.address)
    await tab.waitForFunction('globalThis.rankings !== undefined')
    expect(await tab.evaluate('globalThis.rankings')).toEqual(JSON.parse(JSON.stringify(rankings)))
    expect(tab.workers()).toHaveLength(2)
  } finally {
    await browser.close()
    served.close()
  }
})
