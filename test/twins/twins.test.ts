import { rank, tableFromColumns } from 'criba'
import type { RankSpec } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, holdsClasses, isVaried, level, near, number, scores, tied } from '../laws/given.ts'
import type { Named } from '../laws/given.ts'
import * as plain from './plain.ts'

const runs = { numRuns: 60 }
const numbers = (by: string): RankSpec => ({ target: 'y', task: 'regression', by: [by] })
const weight = fc.integer({ min: 0, max: 3 })

async function cutsOf(columns: Named, spec: RankSpec): Promise<readonly number[] | undefined> {
  const { coding } = await rank(tableFromColumns(columns), spec)
  return coding.find(({ feature }) => feature === 'x')?.cuts
}

describe('kendall', () => {
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
    if (!hasTies || !isVaried(allX)) return
    // Two-sided normal p: compare by z, found from a pair of columns whose p is known to be its tail.
    const z = plain.concordance(allX, allY) / Math.sqrt(plain.kendallVariance(allX, allY))
    near(found.pValue!, normalTail(z), 1e-9)
  }

  it('agrees with counting all pairs, with ties and weights', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, number, number]>([tied, tied, weight], { from: 4, to: 25 }),
        ([x, y, w]) => check(x, y, w),
      ),
      runs,
    ))

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
      runs,
    ))

  it('has the p of enumerating all orders', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 7 }).chain(twoOrders), async ([x, y]) => {
        near(
          (
            await scores(
              [
                ['x', x],
                ['y', y],
              ],
              numbers('kendall'),
            )
          ).get('x')!.pValue!,
          plain.kendallExactP(x, y),
          1e-12,
        )
      }),
      { numRuns: 30 },
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
      runs,
    ))

  it('spearman is ρ of the mid-ranks, without weights', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, number]>([tied, tied], { from: 4, to: 30 }), async ([x, y]) => {
        if (!isVaried(y)) return
        const found = (
          await scores(
            [
              ['x', x],
              ['y', y],
            ],
            numbers('spearman'),
          )
        ).get('x')!
        near(found.score!, plain.pearson(plain.midRanks(x), plain.midRanks(y)))
      }),
      runs,
    ))

  const classes: RankSpec = { target: 'y', task: 'classification', by: ['wilcoxon'] }

  it('wilcoxon has the z of counting pairs, with ties', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, string]>([tied, level(2)], { from: 4, to: 30 }), async ([x, y]) => {
        if (!holdsClasses(y, 2, 1)) return
        const first = y.map((cell) => cell === 'a')
        near(
          (
            await scores(
              [
                ['x', x],
                ['y', y],
              ],
              classes,
            )
          ).get('x')!.score!,
          plain.wilcoxonZ(x, first),
        )
      }),
      runs,
    ))

  it('wilcoxon has the p of enumerating all arrangements', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(number, { minLength: 3, maxLength: 9 }),
        fc.array(level(2), { minLength: 9, maxLength: 9 }),
        async (x, labels) => {
          const y = labels.slice(0, x.length)
          if (!holdsClasses(y, 2, 1)) return
          const found = (
            await scores(
              [
                ['x', x],
                ['y', y],
              ],
              classes,
            )
          ).get('x')!
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
      runs,
    ))
})

describe('information', () => {
  it('is Σ p log p/(pq) over the cells that occur, with weights', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[string, string, number]>([level(6), level(4), weight], { from: 4, to: 60 }),
        async ([x, y, w]) => {
          const [allX, allY] = [plain.repeat(x, w), plain.repeat(y, w)]
          if (!isVaried(allY)) return
          const found = (
            await scores(
              [
                ['x', x],
                ['y', y],
                ['w', w],
              ],
              { target: 'y', weights: 'w' },
            )
          ).get('x')!
          expect(Math.abs(found.score! - plain.mutualInformation(allX, allY))).toBeLessThanOrEqual(1e-12)
        },
      ),
      runs,
    ))

  it('of numbers is that of the bins shown', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[number, number]>([number, number], { from: 10, to: 60 }),
        async ([x, y]) => {
          if (!isVaried(y)) return
          const table = tableFromColumns([
            ['x', x],
            ['y', y],
          ])
          const { coding, rankings } = await rank(table, { target: 'y', task: 'regression', bins: 4 })
          const bin = (name: string, values: readonly number[]) => {
            const { cuts } = coding.find(({ feature }) => feature === name)!
            expect(cuts).toEqual(plain.equalFrequencyCuts(values, 4))
            return values.map((value) => cuts!.filter((cut) => cut < value).length)
          }
          near(rankings[0].scores[0].score!, plain.mutualInformation(bin('x', x), bin('y', y)), 1e-12)
        },
      ),
      runs,
    ))
})

describe('cuts', () => {
  const labelled = columnsOf<[number, string]>([fc.oneof(tied, number), level(3)], {
    from: 5,
    to: 50,
  }).filter(([, y]) => isVaried(y))
  const bins = fc.integer({ min: 2, max: 10 })

  it.each([
    ['equal-frequency', plain.equalFrequencyCuts],
    ['equal-width', plain.equalWidthCuts],
  ] as const)('%s cuts are those of the sorted values', (discretise, twin) =>
    fc.assert(
      fc.asyncProperty(labelled, bins, async ([x, y], b) => {
        const cuts = await cutsOf(
          [
            ['x', x],
            ['y', y],
          ],
          { target: 'y', bins: b, discretise },
        )
        if (discretise === 'equal-frequency') expect(cuts).toEqual(twin(x, b))
        else twin(x, b).forEach((cut, i) => near(cuts![i], cut, 1e-12))
        expect(cuts).toHaveLength(twin(x, b).length)
      }),
      runs,
    ),
  )

  it('equal-frequency cuts count weights and leave out what is missing', () =>
    fc.assert(
      fc.asyncProperty(labelled, bins, fc.infiniteStream(fc.nat(3)), async ([x, y], b, stream) => {
        const w = x.map(() => stream.next().value as number)
        const holes = x.map((value) => ((stream.next().value as number) === 0 ? null : value))
        const present = plain.repeat(holes, w).filter((value) => value !== null)
        if (!isVaried(plain.repeat(y, w)) || present.length === 0) return
        const asked = cutsOf(
          [
            ['x', holes],
            ['y', y],
            ['w', w],
            ['z', x],
          ],
          { target: 'y', bins: b, weights: 'w' },
        )
        expect(await asked).toEqual(plain.equalFrequencyCuts(present, b))
      }),
      runs,
    ))

  const mdlOf = (x: readonly number[], y: readonly string[]) =>
    cutsOf(
      [
        ['x', x],
        ['y', y],
      ],
      { target: 'y', discretise: 'mdl' },
    )
  const points = (x: readonly number[], y: readonly string[]) =>
    x.map((value, row) => ({ value, label: y[row] }))

  it('MDL cuts are those of the definition', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat(9)), { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 2, max: 3 }),
        async (rows, parts) => {
          const x = rows.map(([value]) => value)
          // The class follows the value, but for one row in ten, so that there are cuts to find.
          const y = rows.map(([value, odd]) => 'abc'[(Math.floor(value / 9) + (odd === 0 ? 1 : 0)) % parts])
          if (!isVaried(y)) return
          expect(await mdlOf(x, y)).toEqual(plain.mdlCuts(points(x, y)))
        },
      ),
      { numRuns: 100 },
    ))

  it('of equally good MDL cuts the lowest is taken, whatever the classes are called', async () => {
    // Classes that mirror each other: every cut is as good as its mirror image.
    for (const size of [7, 9, 11, 13, 17, 19, 23]) {
      for (const names of ['abc', 'cba', 'bac', 'acb']) {
        const x = Array.from({ length: 6 * size }, (_, row) => row)
        const y = x.map(
          (row) => names[row < size || row >= 5 * size ? 0 : row < 2 * size || row >= 4 * size ? 1 : 2],
        )
        expect(await mdlOf(x, y), `${size} of ${names}`).toEqual(plain.mdlCuts(points(x, y)))
      }
    }
  })
})

describe('around the scores', () => {
  it('q-values are those of Benjamini and Hochberg', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(tied), async (d, stream) => {
        const rows = 14
        const y = Array.from({ length: rows }, (_, row) => 'ab'[row % 2])
        const columns: Named = Array.from({ length: d }, (_, i) => [
          `x${i}`,
          y.map(() => stream.next().value as number),
        ])
        const found = [...(await scores([...columns, ['y', y]], { target: 'y', by: ['wilcoxon'] })).values()]
        const twin = plain.benjaminiHochberg(found.map(({ pValue }) => pValue!))
        found.forEach(({ qValue }, i) => near(qValue!, twin[i], 1e-12))
      }),
      runs,
    ))

  it('there are as many bins as leave five rows a cell, 2 to 10', async () => {
    for (const n of [
      8, 30, 44, 45, 89, 90, 91, 134, 135, 136, 159, 160, 240, 319, 320, 625, 999, 1000, 1001, 1500, 5000,
      6000,
    ]) {
      const x = Array.from({ length: n }, (_, row) => (row * 7919) % 10007)
      for (const classes of [2, 3, 7]) {
        const y = x.map((_, row) => `class ${row % classes}`)
        const { spec } = await rank(
          tableFromColumns([
            ['x', x],
            ['y', y],
          ]),
          { target: 'y' },
        )
        expect(spec.bins, `${n} rows, ${classes} classes`).toBe(plain.defaultBins(n, classes))
      }
      const y = x.map((value) => value + 0.5)
      const { spec } = await rank(
        tableFromColumns([
          ['x', x],
          ['y', y],
        ]),
        { target: 'y', task: 'regression' },
      )
      expect(spec.bins, `${n} rows`).toBe(plain.defaultBins(n, null))
      const { spec: without } = await rank(
        tableFromColumns([
          ['x', x],
          ['y', y],
        ]),
        { target: 'y', by: ['pearson'] },
      )
      expect(without.bins).toBeNull()
    }
  })
})
