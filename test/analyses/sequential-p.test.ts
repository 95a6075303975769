import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { binomialAtLeast } from '../../dist/src/methods/measures/tails.js'
import { rank, select } from '../untyped.ts'
import { choicesOfNoise, wide } from './noise-rankings.ts'

const ranking = { target: 'y', search: 'ranking' } as const

describe('a ranking cut at a false discovery rate', () => {
  it.each(['mutual-information', 'mutual-information:estimator=ross'])(
    'finds one column of 50 by %s, and says where its p comes from',
    async (criterion) => {
      const { selected, steps } = await select(wide(1, 120, 49, true), { ...ranking, criterion })
      expect(selected).toContain('strong')
      const { pValue, pFrom, pWithin } = steps[0]
      expect(steps[0].feature).toBe('strong')
      expect(pFrom).toBe('gamma')
      expect(pValue).toBeLessThan(0.05 / 100 / 10)
      expect(pWithin).toBeGreaterThan(1)
    },
  )

  it('does so as a prefilter too', async () => {
    const table = wide(2, 90, 49, true)
    const { prefilter, selected } = await select(table, {
      target: 'y',
      k: 1,
      prefilter: 'mutual-information:fdr=0.05',
    })
    expect(selected).toEqual(['strong'])
    expect(prefilter!.features).toBeLessThan(4)
  })

  // Of 40 tables, in sequential-p.long.ts.
  it('chooses noise as often as the rate allows', async () => {
    expect(binomialAtLeast(await choicesOfNoise(4), 4, 0.05)).toBeGreaterThan(0.001)
  })

  it('uses the permutations of rank, until 20 are as good', async () => {
    const table = wide(4, 60, 6, false)
    // At a rate of 1 every column is chosen, and each is permuted until that is certain.
    const { steps } = await select(table, { ...ranking, criterion: 'information-gain', cut: 'fdr:1' })
    const permutations = 399
    const { rankings } = await rank(table, { target: 'y', by: ['information-gain'], permutations })
    const plain = new Map(rankings[0].scores.map(({ feature, pValue }) => [feature, pValue!]))
    for (const { feature, pValue, pFrom } of steps) {
      expect(pFrom).toBe('permutation')
      // From 20 exceedances, or from at least 99 permutations.
      const p = plain.get(feature)!
      expect(Math.abs(pValue! - p)).toBeLessThan(4 * Math.max(0.1 * p, Math.sqrt((p * (1 - p)) / 99)))
    }
  })

  it('is the same in memory and from DuckDB, on any threads, whatever the order of columns', async () => {
    const table = wide(5, 40, 3, true)
    const spec = { ...ranking, criterion: 'symmetrical-uncertainty' }
    const { selected, steps } = await select(table, spec)
    const duckdb = await duckSourceOf(table)
    for (const again of [await select(duckdb, spec), await select(table, spec, { threads: 1 })]) {
      expect(again.steps).toEqual(steps)
      expect(again.selected).toEqual(selected)
    }
    duckdb.close()
  })
})
