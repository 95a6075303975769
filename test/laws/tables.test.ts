import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { columnsOf, isVaried, level, near, scoreOf, scores, xy } from './given.ts'
import type { RankSpec } from '../untyped.ts'

const sizes = { from: 4, to: 40 }
const some = { numRuns: runs(60) }
const classes = (by: string, more: Partial<RankSpec> = {}): RankSpec => ({
  target: 'y',
  task: 'classification',
  by: [by],
  ...more,
})

describe('tables', () => {
  it('χ² calls an independent table independent, where E = n/(KV) does not', async () => {
    const table = [
      [675, 225],
      [75, 25],
    ]
    const x: string[] = []
    const y: string[] = []
    table.forEach((row, i) =>
      row.forEach((count, j) => {
        for (let k = 0; k < count; k++) {
          x.push('uv'[i])
          y.push('no yes'.split(' ')[j])
        }
      }),
    )
    const found = (await scores(xy(x, y), classes('chi2'))).get('x')!
    expect(found).toMatchObject({ score: 0, pValue: 1, n: 1000 })
    expect(await scoreOf('x', xy(x, y), classes('gini-gain'))).toBe(0)
    const uniform = (cells: readonly (readonly number[])[]) => {
      const expected = cells.flat().reduce((sum, count) => sum + count, 0) / cells.flat().length
      return cells.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    }
    expect(uniform(table)).toBe(1050)
  })

  it('the Gini gain lies between 0 and 1 − Σ p²', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[string, string]>([level(5), level(4)], sizes), async ([x, y]) => {
        if (!isVaried(y)) return
        const gain = await scoreOf('x', xy(x, y), classes('gini-gain'))
        const impurity =
          1 -
          [...new Set(y)].reduce((sum, c) => sum + (y.filter((cell) => cell === c).length / y.length) ** 2, 0)
        expect(gain).toBeGreaterThanOrEqual(0)
        expect(gain).toBeLessThanOrEqual(impurity + 1e-12)
        near(await scoreOf('x', xy(y, y), classes('gini-gain')), impurity, 1e-12)
      }),
      some,
    ))

  it('χ² of class totals on a 0/1 column is χ² · n₀/n', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, string]>([fc.integer({ min: 0, max: 1 }), level(4)], sizes),
        async ([x, y]) => {
          if (!isVaried(y)) return
          const zeros = x.filter((cell) => cell === 0).length
          const whole = await scoreOf('x', xy(x, y), classes('chi2', { bins: 2 }))
          near(await scoreOf('x', xy(x, y), classes('chi2-frequency')), (whole * zeros) / x.length)
        },
      ),
      some,
    ))
})
