import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { rank, score, select } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'
import { chosenOfNoise } from './weighted-noise.ts'

const rows = 120
let state = 7
const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647
const column = (of: (row: number) => number) => Array.from({ length: rows }, (_, row) => of(row))
const y = column(() => (uniform() < 0.4 ? 1 : 0))
const columns = {
  a: column((row) => Math.round(100 * (uniform() + 0.2 * y[row]))),
  b: column(() => uniform()),
  c: column(() => Math.floor(4 * uniform())),
  y: y.map((one) => (one === 1 ? 'yes' : 'no')),
}
const w = column(() => 1 + Math.floor(10 * uniform()))
const table = (weights: readonly number[]) => tableFromColumns({ ...columns, w: weights })
const spec: RankSpec = { target: 'y', samplingWeights: 'w' }
const by = ['anova-f', 'chi2', 'mutual-information', 'kruskal-wallis', 'welch-t']
const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
const effective = sum(w) ** 2 / sum(w.map((one) => one * one))

describe('sampling weights', () => {
  it('count as their effective number: n, F by hand, p-values', async () => {
    const { data, rankings } = await rank(table(w), { ...spec, by: ['anova-f'] })
    expect(data.weights).toMatchObject({ column: 'w', kind: 'sampling' })
    expect(data.weights!.n).toBeCloseTo(effective, 5)
    // Weighted means and squares, with n for Σw.
    const part = (level: number | null) => [...w.keys()].filter((row) => level === null || y[row] === level)
    const mean = (of: readonly number[]) =>
      sum(of.map((row) => w[row] * columns.a[row])) / sum(of.map((row) => w[row]))
    const within = (level: number) => {
      const of = part(level)
      return sum(of.map((row) => w[row] * (columns.a[row] - mean(of)) ** 2))
    }
    const all = mean(part(null))
    const between = [0, 1].map((level) => {
      const of = part(level)
      return sum(of.map((row) => w[row])) * (mean(of) - all) ** 2
    })
    const f = (sum(between) / (within(0) + within(1))) * (effective - 2)
    const found = rankings[0].scores.find(({ feature }) => feature === 'a')!
    expect(Math.abs(found.score! - f)).toBeLessThan(1e-5 * f)
    expect(found.n).toBeCloseTo(effective, 5)
  })

  it('scaled by any constant are the same, bit for bit, with p-values by permutation', async () => {
    const asked = { ...spec, by, permutations: 19 }
    const expected = (await rank(table(w), asked)).rankings
    for (const factor of [3, 1 / 7, 1e-12, 12345.678])
      expect((await rank(table(w.map((one) => factor * one)), asked)).rankings).toEqual(expected)
  })

  it('that are all equal have no effect', async () => {
    const asked = { target: 'y', by }
    const { rankings } = await rank(table(column(() => 0.37)), { ...asked, samplingWeights: 'w' })
    expect(rankings).toEqual((await rank(tableFromColumns(columns), asked)).rankings)
    const set = { target: 'y', features: ['a', 'b'], by: ['joint-mi'] }
    const { scores } = await score(table(column(() => 5)), { ...set, samplingWeights: 'w' })
    expect(scores).toEqual((await score(tableFromColumns(columns), set)).scores)
  })

  it('are the same on DuckDB: counts to the bit, with permutations and a selection', async () => {
    const source = await duckSourceOf(table(w))
    try {
      const asked = { ...spec, by: ['chi2', 'mutual-information', 'gini-gain'], permutations: 9 }
      expect((await rank(source, asked)).rankings).toEqual((await rank(table(w), asked)).rankings)
      const selection = { target: 'y', samplingWeights: 'w', criterion: 'jmi', bins: 4 }
      const { steps, setAside } = await select(table(w), selection)
      expect(await select(source, selection)).toMatchObject({ steps, setAside })
    } finally {
      source.close()
    }
  })

  // Of 15 columns, in sampling-weights.long.ts.
  it('choose no noise where weights as repeated rows choose all of it', async () => {
    const { counted, sampled } = await chosenOfNoise(3)
    expect(counted.length).toBeGreaterThan(1)
    expect(sampled).toEqual([])
  })

  it('are permuted with the target, so weights by class keep the level of the test', async () => {
    const byClass = y.map((one) => (one === 1 ? 40 : 1))
    const noise = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`x${i}`, column(() => Math.floor(3 * uniform()))]),
    )
    const { rankings } = await rank(tableFromColumns({ ...noise, y: columns.y, w: byClass }), {
      ...spec,
      by: ['mutual-information'],
      permutations: 99,
    })
    const p = rankings[0].scores.map(({ pValue }) => pValue!)
    // If they stayed with the rows, nearly all would be 1.
    expect(sum(p) / p.length).toBeGreaterThan(0.3)
    expect(sum(p) / p.length).toBeLessThan(0.7)
  })

  it('are refused together with counts, and by methods that need whole rows', async () => {
    await expect(rank(table(w), { ...spec, weights: 'w' })).rejects.toThrow(
      'invalid samplingWeights: w (weights are given too: name one of them)',
    )
    const near = { ...spec, features: ['a'], by: ['joint-mi'] }
    await expect(score(table(w), near)).rejects.toThrow('unsuitable weights: neighbours need every weight')
  })
})

describe('weights that count', () => {
  it('give a warning where they look like survey weights', async () => {
    const codes = async (weights: readonly number[]) =>
      (await rank(table(weights), { target: 'y', weights: 'w', by: ['chi2'] })).warnings.map(
        ({ code }) => code,
      )
    expect(await codes(w)).not.toContain('weights')
    expect(await codes(w.map((one) => one + 0.5))).toContain('weights')
    expect(await codes(column((row) => 1000 + 3 * row))).toContain('weights')
  })
})
