import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { columnsOf, holdsClasses, isVaried, level, near, number, scoreOf, scores, tied, xy } from './given.ts'
import type { Cells } from './given.ts'
import type { RankSpec } from '../untyped.ts'

const sizes = { from: 4, to: 40 }
const some = { numRuns: runs(60) }
const classes = (by: string): RankSpec => ({ target: 'y', task: 'classification', by: [by] })
const numbers = (by: string): RankSpec => ({ target: 'y', task: 'regression', by: [by] })

describe('lines', () => {
  const pair = columnsOf<[number, number]>([number, number], sizes).filter(
    ([x, y]) => isVaried(x) && isVaried(y),
  )
  const ask = (by: string, x: Cells, y: Cells) => scoreOf('x', xy(x, y), numbers(by))

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
        const all = await Promise.all(
          methods.map(async (by) => (await scores(xy(x, y), numbers(by))).get('x')!),
        )
        // Where the law may not hold, each method permutes by itself.
        if (all.every(({ pFrom }) => pFrom === 'law'))
          for (const { pValue } of all) near(pValue!, all[0].pValue!)
      }),
      some,
    ))

  it('ρ and τ are symmetric', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        for (const by of ['pearson', 'spearman', 'kendall'])
          near(await ask(by, x, y), await ask(by, y, x), 1e-12)
      }),
      some,
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
      some,
    ))

  it('a regression on levels is the analysis of variance with the roles exchanged', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[string, number]>([level(3), number], { from: 6, to: 40 }),
        async ([x, y]) => {
          if (!holdsClasses(x, 3, 1) || !isVaried(y)) return
          const table = xy(x, y)
          const line = (await scores(table, numbers('f-regression'))).get('x')!
          const classesOfX = (await scores(table, { target: 'x', by: ['anova-f'] })).get('y')!
          near(line.score!, classesOfX.score!)
          // Permutations of the two differ.
          if (line.pFrom === 'law' && classesOfX.pFrom === 'law') near(line.pValue!, classesOfX.pValue!)
          const share = await scoreOf('x', table, numbers('r2'))
          if (share < 0.999999) near(classesOfX.score!, (share / 2 / (1 - share)) * (x.length - 3))
        },
      ),
      some,
    ))
})

describe('classes', () => {
  const two = columnsOf<[number, string]>([number, level(2)], sizes).filter(
    ([x, y]) => holdsClasses(y, 2, 2) && isVaried(x),
  )
  const three = columnsOf<[number, string]>([number, level(3)], sizes).filter(
    ([x, y]) => holdsClasses(y, 3, 1) && isVaried(x),
  )
  const ask = async (by: string, x: Cells, y: Cells) => (await scores(xy(x, y), classes(by))).get('x')!

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
        const areLaws = t.pFrom === 'law' && f.pFrom === 'law'
        if (areLaws && squared !== 'kruskal-wallis') near(f.pValue!, t.pValue!)
      }),
      some,
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
      some,
    ))
})

it('the variance is half the mean squared difference of two rows', () =>
  fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 2, maxLength: 20 }), async (x) => {
      let sum = 0
      for (const a of x) for (const b of x) sum += (a - b) ** 2
      near(await scoreOf('x', [['x', x]], { by: ['variance'] }), sum / (2 * x.length * x.length))
    }),
    some,
  ))
