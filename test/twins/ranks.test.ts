import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, holdsClasses, isVaried, level, near, number, scores, tied, xy } from '../laws/given.ts'
import type { Named } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import * as plain from './plain.ts'
import type { RankSpec } from '../untyped.ts'

const some = { numRuns: runs(60) }
const numbers = (by: string): RankSpec => ({ target: 'y', task: 'regression', by: [by] })
const weight = fc.integer({ min: 0, max: 3 })

describe('kendall', () => {
  let compared = 0
  const check = async (x: readonly number[], y: readonly number[], weights: readonly number[]) => {
    const [allX, allY] = [plain.repeat(x, weights), plain.repeat(y, weights)]
    if (!isVaried(allY) || allX.length < 3) return
    const columns: Named = [
      ['x', x],
      ['y', y],
      ['w', weights],
    ]
    const found = (await scores(columns, { ...numbers('kendall'), weights: 'w' })).get('x')!
    near(found.score!, plain.kendall(allX, allY))
    expect(found.n).toBe(allX.length)
    const hasTies = new Set(allX).size < allX.length || new Set(allY).size < allY.length
    // Of few rows most tied the law may not hold: then the p-value is that of permutations, and says so.
    if (!hasTies || !isVaried(allX) || found.pFrom === 'permutation') return
    compared++
    // Two-sided normal p: compare by z, found from a pair of columns whose p is known to be its tail.
    const z = plain.concordance(allX, allY) / Math.sqrt(plain.kendallVariance(allX, allY))
    near(found.pValue!, normalTail(z), 1e-9)
  }

  it('agrees with counting all pairs, with ties and weights', async () => {
    await fc.assert(
      fc.asyncProperty(
        columnsOf<[number, number, number]>([tied, tied, weight], { from: 4, to: 25 }),
        ([x, y, w]) => check(x, y, w),
      ),
      some,
    )
    expect(compared).toBeGreaterThan(3)
  })

  it('agrees with counting all pairs, without ties', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(number, { minLength: 4, maxLength: 60 }),
        fc.infiniteStream(number),
        async (x, more) => {
          const y = x.map(() => more.next().value as number)
          await check(
            x,
            y,
            x.map(() => 1),
          )
        },
      ),
      some,
    ))

  it('has the p of enumerating all orders', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 7 }).chain(twoOrders), async ([x, y]) => {
        near((await scores(xy(x, y), numbers('kendall'))).get('x')!.pValue!, plain.kendallExactP(x, y), 1e-12)
      }),
      { numRuns: runs(30) },
    ))
})

describe('rank statistics', () => {
  it('spearman is ρ of the mid-ranks, with ties and weights', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, number, number]>([tied, number, weight], { from: 5, to: 30 }),
        async ([x, y, w]) => {
          const [allX, allY] = [plain.repeat(x, w), plain.repeat(y, w)]
          if (!isVaried(allY) || allX.length < 3) return
          const found = (
            await scores(
              [
                ['x', x],
                ['y', y],
                ['w', w],
              ],
              { ...numbers('spearman'), weights: 'w' },
            )
          ).get('x')!
          near(found.score!, plain.pearson(plain.midRanks(allX), plain.midRanks(allY)))
        },
      ),
      some,
    ))

  it('spearman is ρ of the mid-ranks, without weights', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, number]>([tied, tied], { from: 4, to: 30 }), async ([x, y]) => {
        if (!isVaried(y)) return
        const found = (await scores(xy(x, y), numbers('spearman'))).get('x')!
        near(found.score!, plain.pearson(plain.midRanks(x), plain.midRanks(y)))
      }),
      some,
    ))

  const classes: RankSpec = { target: 'y', task: 'classification', by: ['wilcoxon'] }

  it('wilcoxon has the z of counting pairs, with ties', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, string]>([tied, level(2)], { from: 4, to: 30 }), async ([x, y]) => {
        if (!holdsClasses(y, 2, 1)) return
        const first = y.map((cell) => cell === 'a')
        near((await scores(xy(x, y), classes)).get('x')!.score!, plain.wilcoxonZ(x, first))
      }),
      some,
    ))

  it('wilcoxon has the p of enumerating all arrangements', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(number, { minLength: 3, maxLength: 9 }),
        fc.array(level(2), { minLength: 9, maxLength: 9 }),
        async (x, labels) => {
          const y = labels.slice(0, x.length)
          if (!holdsClasses(y, 2, 1)) return
          const found = (await scores(xy(x, y), classes)).get('x')!
          near(
            found.pValue!,
            plain.wilcoxonExactP(
              x,
              y.map((cell) => cell === 'a'),
            ),
            1e-12,
          )
        },
      ),
      some,
    ))
})

/** Two orders of 0 … n−1. */
function twoOrders(n: number): fc.Arbitrary<[number[], number[]]> {
  const order = fc.shuffledSubarray(
    Array.from({ length: n }, (_, i) => i),
    { minLength: n, maxLength: n },
  )
  return fc.tuple(order, order)
}

/** 2Φ(−|z|) by Simpson's rule on the density. */
function normalTail(z: number): number {
  const end = Math.abs(z)
  const steps = 2000
  const density = (t: number) => Math.exp((-t * t) / 2)
  let area = 0
  for (let i = 0; i <= steps; i++)
    area += density((end * i) / steps) * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2)
  return 1 - (2 * ((area * end) / steps / 3)) / Math.sqrt(2 * Math.PI)
}
