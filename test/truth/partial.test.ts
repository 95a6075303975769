import { readFileSync } from 'node:fs'
import { rank, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'

/** Partial correlations of R, and their p, made by partial.R. */
const truth = JSON.parse(readFileSync(new URL('partial.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly [rho: number, p: number]>
>

const places = Array.from({ length: 80 }, (_, i) => i)
const x = places.map((i) => ((i * 53) % 47) + (i % 3) * 5)
const age = places.map((i) => ((i * 29) % 31) + i / 5)
const batch = places.map((i) => 'abc'[i % 3])
const table = tableFromColumns({
  y: places.map((i) => ((i * 37) % 41) + (i % 3) * 9 + i / 8),
  x,
  gaps: x.map((value, i) => (i % 11 === 3 ? null : value)),
  age,
  same: age.map((value) => 2 * value + 1),
  own: age.map((value, i) => 3 * value - 7 + (batch[i] === 'b' ? 4 : 0)),
  dose: places.map((i) => ((i * i) % 17) - i / 9),
  batch,
  site: places.map((i) => 'uv'[Math.floor(i / 5) % 2]),
  w: places.map((i) => i % 4),
})
const types = { batch: 'categorical', site: 'categorical' } as const

describe('partial correlations are those of R', () => {
  it.each([
    ['age', 'x', ['age'], {}],
    ['age dose', 'x', ['age', 'dose'], {}],
    ['batch', 'x', ['batch'], {}],
    ['batch site', 'x', ['batch', 'site'], {}],
    ['batch site age', 'x', ['batch', 'site', 'age'], {}],
    ['batch age, gaps', 'gaps', ['batch', 'age'], {}],
    ['age same', 'x', ['age', 'same'], {}],
    ['batch age, weighted', 'x', ['batch', 'age'], { weights: 'w' }],
    ['age dose, ranks', 'x', ['age', 'dose'], { by: ['spearman'] }],
    ['batch age, ranks', 'x', ['batch', 'age'], { by: ['spearman'] }],
  ] as const)('given %s', async (name, column, given, spec) => {
    const ask = { target: 'y', given, by: ['pearson'], types, task: 'regression', ...spec } as const
    const drop = ['x', 'gaps', 'same', 'own', 'dose', 'age', 'batch', 'site', 'w'].filter(
      (one) => one !== column && !given.some((other) => other === one) && !('weights' in spec && one === 'w'),
    )
    const source = await duckSourceOf(table)
    for (const data of [table, source]) {
      const { rankings } = await rank(data, { ...ask, drop })
      const [{ score, pValue }] = rankings[0].scores
      expect(score).toBeCloseTo(truth[name][0], 12)
      expect(pValue! / truth[name][1]).toBeCloseTo(1, 9)
    }
    source.close()
  })

  it('the F of a regression is the square of its t, with as many degrees of freedom', async () => {
    const { rankings } = await rank(table, {
      target: 'y',
      given: ['batch', 'age'],
      by: ['pearson', 'f-regression', 'z-score', 'r2'],
      types,
      task: 'regression',
      drop: ['site'],
    })
    const [rho, f, t, r2] = rankings.map(({ scores }) => scores.find(({ feature }) => feature === 'x')!)
    // 80 rows, three batches and a line on age leave 80 − 2 − 3 degrees.
    expect(f.score).toBeCloseTo((75 * rho.score! ** 2) / (1 - rho.score! ** 2), 9)
    expect(t.score! ** 2).toBeCloseTo(f.score!, 9)
    expect(r2.score).toBeCloseTo(rho.score! ** 2, 12)
    expect(f.pValue! / rho.pValue!).toBeCloseTo(1, 9)
    expect(rho.n).toBe(80)
  })

  it('a column that the given ones determine has none', async () => {
    const { rankings } = await rank(table, {
      target: 'y',
      given: ['batch', 'age'],
      by: ['pearson'],
      types,
      task: 'regression',
    })
    const own = rankings[0].scores.find(({ feature }) => feature === 'own')!
    expect(own).toMatchObject({ score: 0, pValue: 1 })
  })
})
