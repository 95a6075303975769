// Values of ks made outside criba: by hand, and by R 4.2.2, ks.test(x, y, exact = TRUE).
import { rank, tableFromColumns } from 'criba'
import { readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { near } from '../laws/given.ts'

const ofTwo = async (first: readonly number[], second: readonly number[]) => {
  const table = tableFromColumns({
    x: [...first, ...second],
    y: [...first.map(() => 'a'), ...second.map(() => 'b')],
  })
  const { rankings } = await rank(table, { target: 'y', by: ['ks'], minRows: 0 })
  return rankings[0].scores[0]
}

it('is the greatest distance of the distribution functions, at the end of tied values', async () => {
  // Below 2 one of six against none; after 4 five of six against two of seven.
  const { score, pValue } = await ofTwo([1.5, 2, 2, 3.25, 4, 7], [2, 3.25, 5, 5, 6, 8, 9])
  near(score!, 5 / 6 - 2 / 7)
  near(pValue!, 0.21212121212121)
})

it('has the exact p of R where values are tied', async () => {
  const a = [
    -1, -0.3, 0.3, -1.2, 0.2, 0, 0.1, 1.1, -1.2, 1.3, -0.7, -1.1, -0.7, 0.3, 0.2, -0.3, -1, -0.6, 1.2,
  ]
  a.push(0.2, -0.6, -0.9, -0.2, -1.7, -0.5, -0.7, 1.2, 1, -0.1, -1.1, 0.9, 0.9, 0.7, 0.7, -0.4, 0.7, 1.3, 0)
  a.push(-1, 0.8)
  const b = [1.6, -0.1, 2.9, -0.8, 0.9, -3, 0.2, 2.1, -0.3, -0.9, 1.5, -0.8, 0.8, -2.2, -1.7, -0.3, -1.2, 2.4]
  b.push(1.8, -0.8, 1.3, 1.8, 0.8, 0.9, 2.2, -0.3, -0.2, 1.8, -1.5, 0.7, 0.4, 1.1, 1.9, 0.8, 0.7)
  const { score, pValue } = await ofTwo(a, b)
  near(score!, 0.285714285714286)
  near(pValue!, 0.049704418434323)
})

it('has the exact p of R on real columns', async () => {
  const table = await readTable('examples/breast-cancer.csv')
  const { rankings } = await rank(table, { target: 'diagnosis', by: ['ks'] })
  const found = new Map(rankings[0].scores.map((one) => [one.feature, one]))
  for (const [feature, score, pValue] of [
    ['mean fractal dimension', 0.130582421647904, 0.0186793906624021],
    ['smoothness error', 0.0882220812853443, 0.232668230820746],
    ['texture error', 0.0990962422704931, 0.132908313239199],
    ['symmetry error', 0.123024681570741, 0.031401822897009],
  ] as const) {
    near(found.get(feature)!.score!, score)
    near(found.get(feature)!.pValue!, pValue)
  }
  // R subtracts from 1, and stops at 1e-13.
  expect(found.get('mean radius')!.pValue).toBeLessThan(1e-50)
})

it('takes the greatest distance of any two of more classes, and has no p without permutations', async () => {
  const table = tableFromColumns({
    x: [1, 2, 3, 4, 3, 4, 5, 6, 3, 3, 3, 3],
    constant: Array.from({ length: 12 }, () => 7),
    y: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'c', 'c', 'c', 'c'],
  })
  const { rankings } = await rank(table, { target: 'y', by: ['ks'] })
  // a and b: 2/4 below 3, 3/4 − 1/4 at 3; b and c: 1/4 against all at 3.
  expect(rankings[0].scores.map(({ score, pValue }) => [score, pValue ?? null])).toEqual([
    [0.75, null],
    [0, null],
  ])
})

it('takes a class of each of many rows', async () => {
  const table = tableFromColumns({
    x: Array.from({ length: 1600 }, (_, row) => row % 800),
    y: Array.from({ length: 1600 }, (_, row) => `class ${row % 800}`),
  })
  const { rankings } = await rank(table, { target: 'y', by: ['ks'] })
  // Each class has a value of its own.
  expect(rankings[0].scores[0].score).toBe(1)
})

it('of fractional weights is asymptotic', async () => {
  const table = tableFromColumns({
    x: [1, 2, 3, 4, 2, 3, 4, 5],
    y: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'],
    w: [1.5, 1, 0.5, 1, 1, 1, 1.5, 2.5],
  })
  const { rankings } = await rank(table, { target: 'y', by: ['ks'], weights: 'w', minRows: 0 })
  const [{ score, pValue, pFrom }] = rankings[0].scores
  // At 2 the first class has 2.5 of 4, the second 1 of 6; z² = D²·24/10.
  near(score!, 2.5 / 4 - 1 / 6)
  const z2 = (2.5 / 4 - 1 / 6) ** 2 * 2.4
  near(pValue!, 2 * (Math.exp(-2 * z2) - Math.exp(-8 * z2) + Math.exp(-18 * z2) - Math.exp(-32 * z2)))
  expect(pFrom).toBe('law')
})
