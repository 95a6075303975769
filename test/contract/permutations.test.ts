import { expect } from 'vitest'
import { cases, failure, isJoint } from './cases.ts'
import { testLaws } from './laws.ts'
import { cellsOf, countsRows, randomOf, scoresOf, shuffled } from './tables.ts'
import type { Columns } from './tables.ts'
import type { RankSpec } from '../untyped.ts'

const permutable = cases.filter(
  ([, { criterion }]) => criterion.target !== null && !criterion.pValue && !isJoint(criterion),
)

async function pValues(columns: Columns, spec: RankSpec): Promise<Map<string, number | undefined>> {
  return new Map([...(await scoresOf(columns, spec))].map(([feature, { pValue }]) => [feature, pValue]))
}

/** 0/1 columns and two classes of equal size, on which every score rises with |n₁₁ − n/4| alone, as the exact I(X;Y) does. */
const classes = Array.from({ length: 40 }, (_, row) => (row % 2 === 0 ? 'a' : 'b'))
const random = randomOf(14)
const flag = () =>
  shuffled(
    classes.map((_, row) => (row < 20 ? 1 : 0)),
    random,
  )
const binary: Columns = [
  ...Array.from({ length: 12 }, (_, i) => [`flag ${i}`, flag()] as const),
  ['outcome', classes],
]
const many: RankSpec = { target: 'outcome', permutations: 99, seed: 5 }
let expected: Promise<Map<string, number | undefined>> | undefined

testLaws(permutable, ({ criterion, columns, spec, features, target }, law) => {
  const permuted: RankSpec = { ...spec, permutations: 19, seed: 1 }

  law('gives p in twentieths from 19 permutations, independent of the other columns', async () => {
    const expected = await pValues(columns, permuted)
    for (const p of expected.values()) {
      const twentieths = p! * 20
      expect(Math.abs(twentieths - Math.round(twentieths))).toBeLessThan(1e-9)
      expect(p).toBeGreaterThanOrEqual(1 / 20)
      expect(p).toBeLessThanOrEqual(1)
    }
    expect(await pValues([...columns].reverse(), permuted)).toEqual(expected)
    const random = randomOf(12)
    const more = await pValues([['another', columns[0][1].map(() => random())], ...columns], permuted)
    for (const [feature, p] of expected) expect(more.get(feature), feature).toBe(p)
  })

  law('gives a strong relation the smallest p, and a constant column p = 1', async () => {
    const outcome = cellsOf(columns, target!)
    const levels = [...new Set(outcome)].sort()
    // Bins could divide a class, after which one rule has no more right than none.
    const within = countsRows(criterion) ? 0 : 1 / 4
    const same = outcome.map((cell, row) =>
      typeof cell === 'number' ? cell : levels.indexOf(cell) + (row % 2) * within,
    )
    const p = await pValues([...columns, ['same', same], ['constant', same.map(() => 1)]], permuted)
    expect(p.get('same')).toBe(1 / 20)
    expect(p.get('constant')).toBe(1)
  })

  law('depends on the seed', async () => {
    const random = randomOf(13)
    const noise: Columns = Array.from({ length: 4 }, (_, i) => [
      `noise ${i}`,
      columns[0][1].map(() => random()),
    ])
    const first = await pValues([...columns, ...noise], permuted)
    expect(await pValues([...columns, ...noise], permuted)).toEqual(first)
    expect(await pValues([...columns, ...noise], { ...permuted, seed: 2 })).not.toEqual(first)
  })

  law('accepts only weights of 0 and 1', async () => {
    const weigh = (weight: (row: number) => number): Columns => [
      ...columns,
      ['weight', columns[0][1].map((_, row) => weight(row))],
    ]
    const weighted = { ...permuted, weights: 'weight' }
    expect(
      (
        await failure(
          weigh((row) => 1 + (row % 2)),
          weighted,
        )
      ).code,
    ).toBe('unsuitable')
    expect(
      (
        await failure(
          weigh(() => 0.5),
          weighted,
        )
      ).code,
    ).toBe('unsuitable')
    expect(
      await pValues(
        weigh(() => 1),
        weighted,
      ),
    ).toEqual(await pValues(columns, permuted))
    expect(
      (
        await pValues(
          weigh((row) => Math.min(1, row % 5)),
          weighted,
        )
      ).get(features[0]),
    ).toBeDefined()
  })

  if (spec.task !== 'regression' && criterion.features.numeric !== null) {
    law('counts a permuted score that equals the observed one', async () => {
      expected ??= pValues(binary, { ...many, by: ['mutual-information'] })
      expect(await pValues(binary, { ...many, by: [criterion.id] })).toEqual(await expected)
    })
  }
})
