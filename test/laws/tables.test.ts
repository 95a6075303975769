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

  it('information value by hand: weights of evidence of three levels, one of which a class lacks', async () => {
    // u: 3 of 4 and 1 of 6, v: 1 of 4 and 2 of 6, w: 0 and 3, so 0.5 of 4 and 3.5 of 6.
    const x = ['u', 'u', 'u', 'v', 'u', 'v', 'v', 'w', 'w', 'w']
    const y = [...'aaaabbbbbb']
    const rest = (3 / 4 - 1 / 6) * Math.log(4.5) + (1 / 4 - 1 / 3) * Math.log(3 / 4)
    const w = (0.5 / 4 - 3.5 / 6) * Math.log(0.5 / 4 / (3.5 / 6))
    near(await scoreOf('x', xy(x, y), classes('information-value')), rest + w, 1e-13)
    const more = (2 / 4 - 5 / 6) * Math.log(2 / 4 / (5 / 6))
    near(await scoreOf('x', xy(x, y), classes('information-value:empty=2')), rest + more, 1e-13)
    expect(await scoreOf('x', xy(x, y), classes('information-value:empty=0'))).toBe(Infinity)
    expect(await scoreOf('x', xy(x.slice(0, 7), y.slice(0, 7)), classes('information-value'))).toBeLessThan(2)
    await expect(scores(xy(['u', 'v', 'w'], ['a', 'b', 'c']), classes('information-value'))).rejects.toThrow(
      /needs exactly 2/,
    )
  })

  it('the information value is both divergences between the classes, and 0 of constant columns', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[string, string]>([level(4), level(2)], sizes), async ([x, y]) => {
        if (!isVaried(y)) return
        const found = await scoreOf('x', xy(x, y), classes('information-value'))
        const [first, second] = [...new Set(y)].sort()
        const share = (cell: string, label: string, more: number) =>
          (x.filter((one, i) => one === cell && y[i] === label).length + more) /
          y.filter((one) => one === label).length
        let expected = 0
        for (const cell of new Set(x)) {
          const more = [first, second].some((label) => share(cell, label, 0) === 0) ? 0.5 : 0
          const [p, q] = [share(cell, first, more), share(cell, second, more)]
          expected += p * Math.log(p / q) + q * Math.log(q / p)
        }
        near(found, isVaried(x) ? expected : 0, 1e-10)
      }),
      some,
    ))

  it('one rule avoids the errors that the most frequent class of each level avoids: λ of Goodman and Kruskal', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[string, string]>([level(5), level(4)], sizes), async ([x, y]) => {
        if (!isVaried(y)) return
        const mostOf = (rows: readonly string[]) =>
          Math.max(...[...new Set(rows)].map((label) => rows.filter((one) => one === label).length))
        const right = [...new Set(x)].reduce(
          (sum, cell) => sum + mostOf(y.filter((_, i) => x[i] === cell)),
          0,
        )
        const found = await scoreOf('x', xy(x, y), classes('one-rule'))
        near(found, (right - mostOf(y)) / (y.length - mostOf(y)), 1e-13)
        near(await scoreOf('x', xy(y, y), classes('one-rule')), 1, 1e-13)
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
