// How often methods by tests of independence find the Markov blankets of the network ASIA (Lauritzen and Spiegelhalter 1988), and how often they
// choose noise. `npm run test:long` prints the shares.
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** How many tables, and rows of each. */
const [tables, rows] = [100, 5000]
const noise = ['noise1', 'noise2', 'noise3', 'noise4', 'noise5']

/** Rows of the network without its node of "tuberculosis or cancer", which others determine, beside columns of noise. */
function asia(seed: number): Table {
  const random = randomOf(seed)
  const chance = (p: number) => random() < p
  const columns: Record<string, string[]> = {}
  for (let row = 0; row < rows; row++) {
    const visit = chance(0.01)
    const smoke = chance(0.5)
    const tub = chance(visit ? 0.05 : 0.01)
    const lung = chance(smoke ? 0.1 : 0.01)
    const bronc = chance(smoke ? 0.6 : 0.3)
    const either = tub || lung
    const xray = chance(either ? 0.98 : 0.05)
    const dysp = chance(either ? (bronc ? 0.9 : 0.7) : bronc ? 0.8 : 0.1)
    const values: Readonly<Record<string, boolean>> = { visit, smoke, tub, lung, bronc, xray, dysp }
    for (const [name, value] of Object.entries(values)) (columns[name] ??= []).push(value ? 'yes' : 'no')
    for (const [i, name] of noise.entries()) (columns[name] ??= []).push(`l${Math.floor(random() * (i + 2))}`)
  }
  return tableFromColumns(columns)
}

/** The blanket of each target, and its parents and children, where the node that others determine is left out. */
const blankets = {
  smoke: { all: ['bronc', 'lung'], near: ['bronc', 'lung'] },
  xray: { all: ['lung', 'tub'], near: ['lung', 'tub'] },
  dysp: { all: ['bronc', 'lung', 'tub'], near: ['bronc', 'lung', 'tub'] },
} as const

/** The least share of tables in which the blanket is found, and the most in which noise is chosen. */
const cases = [
  ['iamb:alpha=0.05', 'all', 0.5, 0.4],
  ['iamb:alpha=0.001', 'all', 0.95, 0.03],
  ['inter-iamb:alpha=0.05', 'all', 0.5, 0.4],
  ['inter-iamb:alpha=0.001', 'all', 0.95, 0.03],
  ['fbed:alpha=0.05', 'all', 0.5, 0.4],
  ['fbed:alpha=0.001', 'all', 0.95, 0.03],
  ['mmpc:alpha=0.05', 'near', 0.6, 0.4],
  ['mmpc:alpha=0.001', 'near', 0.95, 0.03],
  ['hiton-pc:alpha=0.05', 'near', 0.6, 0.4],
  ['hiton-pc:alpha=0.001', 'near', 0.95, 0.03],
] as const

describe.each(Object.entries(blankets))('the blanket of %s', (target, expected) => {
  it.each(cases)(
    'by %s',
    async (method, part, least, most) => {
      let [found, noisy] = [0, 0]
      for (let seed = 1; seed <= tables; seed++) {
        const { selected } = await select(asia(seed), { target, method, asIs: true })
        if (selected.toSorted().join() === expected[part].join()) found++
        if (selected.some((name) => noise.includes(name))) noisy++
      }
      console.log(`${method} of ${target}: blanket in ${found}, noise in ${noisy} of ${tables} tables`)
      expect(found / tables).toBeGreaterThanOrEqual(least)
      expect(noisy / tables).toBeLessThanOrEqual(most)
    },
    300_000,
  )
})
