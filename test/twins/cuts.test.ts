import { tableFromColumns } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, isVaried, level, near, number, tied, xy } from '../laws/given.ts'
import type { Named } from '../laws/given.ts'
import { isLong, runs } from '../properties/runs.ts'
import * as plain from './plain.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

const some = { numRuns: runs(60) }

async function cutsOf(columns: Named, spec: RankSpec): Promise<readonly number[] | undefined> {
  const { coding } = await rank(tableFromColumns(columns), spec)
  return coding.find(({ feature }) => feature === 'x')?.cuts
}

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
        const cuts = await cutsOf(xy(x, y), { target: 'y', bins: b, discretise })
        if (discretise === 'equal-frequency') expect(cuts).toEqual(twin(x, b))
        else twin(x, b).forEach((cut, i) => near(cuts![i], cut, 1e-12))
        expect(cuts).toHaveLength(twin(x, b).length)
      }),
      some,
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
      some,
    ))

  const mdlOf = (x: readonly number[], y: readonly string[]) =>
    cutsOf(xy(x, y), { target: 'y', discretise: 'mdl' })
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
      { numRuns: runs(100) },
    ))

  // Of one row below n − 1 of another class, H their entropy, the gain n·H is above log₂(n − 1) + log₂ 7 − 2·H:
  // 7·0.7219 = 5.05 > log₂ 28 = 4.81 (log₂ 35 = 5.13 with n), 8·0.65 = 5.2 > log₂ 35, but 9·0.5917 = 5.33 < log₂ 42 = 5.39.
  it.each([
    [5, [1]],
    [6, [1]],
    [7, []],
  ])('the MDL cut of one row apart among %i', async (n, cuts) => {
    const x = Array.from({ length: n }, (_, row) => row + 1)
    const y = x.map((value) => (value === 1 ? 'a' : 'b'))
    expect((await mdlOf(x, y)) ?? []).toEqual(cuts)
  })

  it('of two MDL cuts that mirror each other the lower is taken, whatever rounding makes of their gains', async () => {
    const x = [...Array<number>(10).fill(0), 9, ...Array<number>(10).fill(10)]
    const y = x.map((value, row) => (row === 9 || row === 11 || value === 9 ? 'b' : value === 0 ? 'a' : 'c'))
    expect(await mdlOf(x, y)).toEqual([0])
  })

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

describe('bins', () => {
  it('there are as many bins as leave five rows a cell, 2 to 10', async () => {
    for (const n of [
      8,
      30,
      44,
      45,
      89,
      90,
      91,
      134,
      135,
      136,
      159,
      160,
      240,
      319,
      320,
      625,
      999,
      1000,
      1001,
      1500,
      ...(isLong ? [5000, 6000] : []),
    ]) {
      const x = Array.from({ length: n }, (_, row) => (row * 7919) % 10007)
      for (const classes of [2, 3, 7]) {
        const y = x.map((_, row) => `class ${row % classes}`)
        const { spec } = await rank(tableFromColumns(xy(x, y)), { target: 'y' })
        expect(spec.bins, `${n} rows, ${classes} classes`).toBe(plain.defaultBins(n, classes))
      }
      const y = x.map((value) => value + 0.5)
      const { spec } = await rank(tableFromColumns(xy(x, y)), { target: 'y', task: 'regression' })
      expect(spec.bins, `${n} rows`).toBe(plain.defaultBins(n, null))
      const { spec: without } = await rank(tableFromColumns(xy(x, y)), { target: 'y', by: ['pearson'] })
      expect(without.bins).toBeNull()
    }
  })
})
