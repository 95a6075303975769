import type { RankSpec } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, holdsClasses, isVaried, level, near, number, scoreOf, scores, tied } from './given.ts'
import type { Cells } from './given.ts'

const sizes = { from: 4, to: 40 }
const runs = { numRuns: 60 }
const classes = (by: string, more: Partial<RankSpec> = {}): RankSpec => ({
  target: 'y',
  task: 'classification',
  by: [by],
  ...more,
})
const numbers = (by: string): RankSpec => ({ target: 'y', task: 'regression', by: [by] })

describe('information', () => {
  const pair = columnsOf<[string, string]>([level(5), level(4)], sizes).filter(
    ([x, y]) => isVaried(x) && isVaried(y),
  )
  const by = (method: string, target: string): RankSpec => ({ target, by: [method] })
  const information = (x: Cells, y: Cells) =>
    scoreOf(
      'x',
      [
        ['x', x],
        ['y', y],
      ],
      by('mutual-information', 'y'),
    )

  it('I(X;Y) = I(Y;X), to the bit', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        expect(await information(x, y)).toBe(await information(y, x))
      }),
      runs,
    ))

  it('I(X;Y) = I(Y;X) of numbers', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, number]>([number, tied], sizes), async ([x, y]) => {
        if (!isVaried(x) || !isVaried(y)) return
        const spec: RankSpec = { bins: 3, task: 'regression', by: ['mutual-information'] }
        const one = await scoreOf(
          'x',
          [
            ['x', x],
            ['y', y],
          ],
          { ...spec, target: 'y' },
        )
        expect(
          await scoreOf(
            'y',
            [
              ['x', x],
              ['y', y],
            ],
            { ...spec, target: 'x' },
          ),
        ).toBe(one)
      }),
      runs,
    ))

  it('0 ≤ I(X;Y) ≤ min(H(X), H(Y)), H(X) = I(X;X)', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        const shared = await information(x, y)
        expect(shared).toBeGreaterThanOrEqual(0)
        expect(shared).toBeLessThanOrEqual(Math.min(await information(x, x), await information(y, y)) + 1e-12)
      }),
      runs,
    ))

  it('information gain is mutual information, to the bit; gain ratio and symmetrical uncertainty divide it', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        const ask = (method: string) =>
          scoreOf(
            'x',
            [
              ['x', x],
              ['y', y],
            ],
            by(method, 'y'),
          )
        const shared = await information(x, y)
        expect(await ask('information-gain')).toBe(shared)
        const [hx, hy] = [await information(x, x), await information(y, y)]
        near(await ask('gain-ratio'), shared / hx)
        near(await ask('symmetrical-uncertainty'), (2 * shared) / (hx + hy))
      }),
      runs,
    ))

  it('a column tells all about itself', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x]) => {
        expect(
          await scoreOf(
            'x',
            [
              ['x', x],
              ['y', x],
            ],
            by('symmetrical-uncertainty', 'y'),
          ),
        ).toBe(1)
        expect(
          await scoreOf(
            'x',
            [
              ['x', x],
              ['y', x],
            ],
            by('gain-ratio', 'y'),
          ),
        ).toBe(1)
      }),
      runs,
    ))

  it('neither part of an exclusive or tells anything', async () => {
    const corners = [
      ['a', 'a', 'no'],
      ['a', 'b', 'yes'],
      ['b', 'a', 'yes'],
      ['b', 'b', 'no'],
    ]
    for (const each of [1, 4, 16]) {
      const rows = corners.flatMap((corner) => new Array<string[]>(each).fill(corner))
      const columns = (['p', 'q', 'y'] as const).map((name, i): [string, string[]] => [
        name,
        rows.map((row) => row[i]),
      ])
      const found = await scores(columns, by('mutual-information', 'y'))
      expect([found.get('p')!.score, found.get('q')!.score]).toEqual([0, 0])
    }
  })
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
    const found = (
      await scores(
        [
          ['x', x],
          ['y', y],
        ],
        classes('chi2'),
      )
    ).get('x')!
    expect(found).toMatchObject({ score: 0, pValue: 1, n: 1000 })
    expect(
      await scoreOf(
        'x',
        [
          ['x', x],
          ['y', y],
        ],
        classes('gini-gain'),
      ),
    ).toBe(0)
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
        const gain = await scoreOf(
          'x',
          [
            ['x', x],
            ['y', y],
          ],
          classes('gini-gain'),
        )
        const impurity =
          1 -
          [...new Set(y)].reduce((sum, c) => sum + (y.filter((cell) => cell === c).length / y.length) ** 2, 0)
        expect(gain).toBeGreaterThanOrEqual(0)
        expect(gain).toBeLessThanOrEqual(impurity + 1e-12)
        near(
          await scoreOf(
            'x',
            [
              ['x', y],
              ['y', y],
            ],
            classes('gini-gain'),
          ),
          impurity,
          1e-12,
        )
      }),
      runs,
    ))

  it('χ² of class totals on a 0/1 column is χ² · n₀/n', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, string]>([fc.integer({ min: 0, max: 1 }), level(4)], sizes),
        async ([x, y]) => {
          if (!isVaried(y)) return
          const zeros = x.filter((cell) => cell === 0).length
          const whole = await scoreOf(
            'x',
            [
              ['x', x],
              ['y', y],
            ],
            classes('chi2', { bins: 2 }),
          )
          near(
            await scoreOf(
              'x',
              [
                ['x', x],
                ['y', y],
              ],
              classes('chi2-frequency'),
            ),
            (whole * zeros) / x.length,
          )
        },
      ),
      runs,
    ))
})

describe('lines', () => {
  const pair = columnsOf<[number, number]>([number, number], { from: 4, to: 40 }).filter(
    ([x, y]) => isVaried(x) && isVaried(y),
  )
  const ask = (by: string, x: Cells, y: Cells) =>
    scoreOf(
      'x',
      [
        ['x', x],
        ['y', y],
      ],
      numbers(by),
    )

  it('F = z², R² = ρ², z = ρ√((n−2)/(1−ρ²)), with one and the same p', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        const rho = await ask('pearson', x, y)
        if (Math.abs(rho) > 0.999999) return
        const z = await ask('z-score', x, y)
        near(z, rho * Math.sqrt((x.length - 2) / (1 - rho * rho)))
        near(await ask('f-regression', x, y), z * z)
        near(await ask('r2', x, y), rho * rho)
        near(await ask('z-score-joint', x, y), z)
        const methods = ['pearson', 'z-score', 'f-regression', 'r2', 'z-score-joint']
        const ps = await Promise.all(
          methods.map(
            async (by) =>
              (
                await scores(
                  [
                    ['x', x],
                    ['y', y],
                  ],
                  numbers(by),
                )
              ).get('x')!.pValue!,
          ),
        )
        for (const p of ps) near(p, ps[0])
      }),
      runs,
    ))

  it('ρ and τ are symmetric', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        for (const by of ['pearson', 'spearman', 'kendall'])
          near(await ask(by, x, y), await ask(by, y, x), 1e-12)
      }),
      runs,
    ))

  it('ranks do not change under an increasing map, nor do the scores made of them', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, number]>([tied, number], { from: 4, to: 30 }), async ([x, y]) => {
        if (!isVaried(y)) return
        for (const by of ['spearman', 'kendall']) {
          const plain = await ask(by, x, y)
          expect(
            await ask(
              by,
              x.map((value) => value ** 3),
              y,
            ),
          ).toBe(plain)
          expect(
            await ask(
              by,
              x.map((value) => 2 ** value),
              y,
            ),
          ).toBe(plain)
          expect(
            await ask(
              by,
              x,
              y.map((value) => value ** 3),
            ),
          ).toBe(plain)
        }
      }),
      runs,
    ))

  it('a regression on levels is the analysis of variance with the roles exchanged', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[string, number]>([level(3), number], { from: 6, to: 40 }),
        async ([x, y]) => {
          if (!holdsClasses(x, 3, 1) || !isVaried(y)) return
          const table = [
            ['x', x],
            ['y', y],
          ] as const
          const line = (await scores(table, numbers('f-regression'))).get('x')!
          const classesOfX = (await scores(table, { target: 'x', by: ['anova-f'] })).get('y')!
          near(line.score!, classesOfX.score!)
          near(line.pValue!, classesOfX.pValue!)
          const share = await scoreOf('x', table, numbers('r2'))
          if (share < 0.999999) near(classesOfX.score!, (share / 2 / (1 - share)) * (x.length - 3))
        },
      ),
      runs,
    ))
})

describe('classes', () => {
  const two = columnsOf<[number, string]>([number, level(2)], sizes).filter(
    ([x, y]) => holdsClasses(y, 2, 2) && isVaried(x),
  )
  const three = columnsOf<[number, string]>([number, level(3)], sizes).filter(
    ([x, y]) => holdsClasses(y, 3, 1) && isVaried(x),
  )
  const ask = async (by: string, x: Cells, y: Cells) =>
    (
      await scores(
        [
          ['x', x],
          ['y', y],
        ],
        classes(by),
      )
    ).get('x')!

  it.each([
    ['t-test', 'anova-f'],
    ['welch-t', 'welch-anova'],
    ['wilcoxon', 'kruskal-wallis'],
  ])('%s² = %s of two classes', (signed, squared) =>
    fc.assert(
      fc.asyncProperty(two, async ([x, y]) => {
        const [t, f] = [await ask(signed, x, y), await ask(squared, x, y)]
        if (f.why) return
        near(f.score!, t.score! ** 2)
        if (squared !== 'kruskal-wallis') near(f.pValue!, t.pValue!)
      }),
      runs,
    ),
  )

  it('the Fisher score by the total variance is n·J/(1+J), and J = F·(K−1)/(n−K)', () =>
    fc.assert(
      fc.asyncProperty(three, async ([x, y]) => {
        const within = (await ask('fisher', x, y)).score!
        const total = (await ask('fisher:denominator=total', x, y)).score!
        near(total, within === Infinity ? x.length : (x.length * within) / (1 + within))
        near(((await ask('anova-f', x, y)).score! * 2) / (x.length - 3), within)
      }),
      runs,
    ))
})

it('the variance is half the mean squared difference of two rows', () =>
  fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 2, maxLength: 20 }), async (x) => {
      let sum = 0
      for (const a of x) for (const b of x) sum += (a - b) ** 2
      near(await scoreOf('x', [['x', x]], { by: ['variance'] }), sum / (2 * x.length * x.length))
    }),
    runs,
  ))
