import { compare, tableFromColumns } from 'criba'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { plainPage, servePage } from './serve.ts'
import { rank, select } from '../untyped.ts'

/** Enough rows to start the threads of the pool. */
const rows = 60_000

function columns() {
  const at = (step: number) => Float64Array.from({ length: rows }, (_, i) => (i * step) % 1009)
  const features = Array.from({ length: 40 }, (_, i) => [`x${i}`, at(i + 1)] as const)
  return { ...Object.fromEntries(features), y: at(1).map((value) => (value > 500 ? 1 : 0)) }
}

const spec = { target: 'y', by: ['mutual-information', 'kruskal-wallis', 'importance:learner=lda'] }

/** 200 rows of columns of which the first two tell of the target. */
function fewRows() {
  let state = 7
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  const features = Array.from({ length: 6 }, () => Array.from({ length: 200 }, next))
  const y = features[0].map((value, row) => value + features[1][row] + next() / 2)
  return { ...Object.fromEntries(features.map((values, i) => [`x${i}`, values])), y }
}

/** What browsers load on demand; the texts of a result say all of it but for the time. */
const selections = [
  { target: 'y', method: 'knockoffs:q=0.5' },
  { target: 'y', method: 'conditional-randomisation' },
  { target: 'y', method: 'rfe-resampled' },
  { target: 'y', method: 'boruta:runs=5', criterion: 'pearson' },
  { target: 'y', method: 'jmi', k: 2, evidence: true, alternatives: true },
]
const comparison = { target: 'y', methods: ['jmi', 'mrmr'], k: 2 }

const page = `
  import { rank, tableFromColumns } from './browser.js'
  const rows = ${rows}
  const columns = ${String(columns)}
  const spec = ${JSON.stringify(spec)}
  globalThis.rankings = rank(tableFromColumns(columns()), spec, { threads: 2 }).then(({ rankings }) => rankings)
`

const pageOnDemand = `
  import { compare, select, tableFromColumns } from './browser.js'
  const fewRows = ${String(fewRows)}
  const table = tableFromColumns(fewRows())
  const found = []
  for (const spec of ${JSON.stringify(selections)}) found.push(await select(table, spec))
  found.push(await compare(table, ${JSON.stringify(comparison)}))
  globalThis.found = found
`

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

it('ranks in a page without a bundler, on threads, as in Node', async () => {
  const { rankings } = await rank(tableFromColumns(columns()), spec)
  const served = await servePage(plainPage(page), false)
  const tab = await browser.newPage()
  try {
    await tab.goto(served.address)
    await tab.waitForFunction('globalThis.rankings !== undefined')
    expect(await tab.evaluate('globalThis.rankings')).toEqual(JSON.parse(JSON.stringify(rankings)))
    expect(tab.workers()).toHaveLength(2)
  } finally {
    await tab.close()
    served.close()
  }
})

it('selects and compares by what is loaded on demand, as in Node', async () => {
  const table = tableFromColumns(fewRows())
  const expected: unknown[] = []
  for (const spec of selections) expected.push(await select(table, spec))
  expected.push(await compare(table, comparison))
  const served = await servePage(plainPage(pageOnDemand), false)
  const tab = await browser.newPage()
  try {
    await tab.goto(served.address)
    await tab.waitForFunction('globalThis.found !== undefined')
    const found = await tab.evaluate('globalThis.found')
    expect(withoutSeconds(found)).toEqual(withoutSeconds(expected))
  } finally {
    await tab.close()
    served.close()
  }
})

/** Results as plain data, without how long they took. */
function withoutSeconds(results: unknown): unknown {
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) =>
      key === 'seconds' ? undefined : value === Infinity ? 'inf' : value,
    ),
  )
}
