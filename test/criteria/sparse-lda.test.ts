import { rank, tableFromColumns } from 'criba'
import { sparseLda } from 'criba/methods'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { discriminantPath } from '../../dist/src/methods/measures/sparse-discriminant.js'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { isLong } from '../properties/runs.ts'

function pathOf(sigma: readonly (readonly number[])[], c: readonly number[], penalties: readonly number[]) {
  return discriminantPath(
    Float64Array.from(sigma.flat()),
    Float64Array.from(c),
    Float64Array.from(penalties),
  )!
}

describe('the path of the linear programme', () => {
  it('is soft thresholding where columns are orthogonal', () => {
    const identity = [0, 1, 2].map((i) => [0, 1, 2].map((j) => Number(i === j)))
    const { weights, entries } = pathOf(identity, [3, -2, 0.5], [3, 2.5, 1, 0.1])
    const expected = [
      [0, 0, 0],
      [0.5, 0, 0],
      [2, -1, 0],
      [2.9, -1.9, 0.4],
    ]
    weights.forEach((own, step) => own.forEach((weight, i) => near(weight, expected[step][i])))
    expect([...entries]).toEqual([3, 2, 0.5])
  })

  it('is what a hand finds for two columns', () => {
    // w₁ = 2 − λ down to λ = 2/3, where the second constraint binds: then w₁ = 8/3 − 2λ and w₂ = 2λ − 4/3.
    const { weights, entries } = pathOf(
      [
        [1, 0.5],
        [0.5, 1],
      ],
      [2, 0],
      [2, 1, 2 / 3, 0.2],
    )
    const expected = [
      [0, 0],
      [1, 0],
      [4 / 3, 0],
      [8 / 3 - 0.4, 0.4 - 4 / 3],
    ]
    weights.forEach((own, step) => own.forEach((weight, i) => near(weight, expected[step][i])))
    near(entries[1], 2 / 3)
  })

  it('has the least norms of scipy', () => {
    // scipy.optimize.linprog(method='highs') of scipy 1.10, each penalty by itself.
    const sigma = [
      [1, 0.6, 0.2, -0.3],
      [0.6, 1, 0.5, 0.1],
      [0.2, 0.5, 1, 0.4],
      [-0.3, 0.1, 0.4, 1],
    ]
    const norms = [0.5, 1.2857142857142856, 5.0603366147983495, 7.573515401714831, 8.830104795173071]
    const { weights, excess } = pathOf(sigma, [2, 1.8, -0.5, 0.9], [1.5, 1, 0.5, 0.2, 0.05])
    // Several weights may have the same norm, which is the least.
    weights.forEach((own, step) => {
      const norm = own.reduce((sum, weight) => sum + Math.abs(weight), 0)
      near(norm, norms[step])
    })
    excess.forEach((one) => expect(one).toBeLessThan(1e-12))
  })
})

describe('sparse-lda', () => {
  it('scores by the penalties at which scipy lets columns in', async () => {
    const cancer = await readTable('examples/breast-cancer.csv')
    const { rankings } = await rank(cancer, { target: 'diagnosis', by: [sparseLda()] })
    const found = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
    // By bisection over linear programmes of scipy.
    near(found.get('worst concave points')!, 3.282640212338801)
    near(found.get('worst texture')!, 1.882111655920744, 1e-7)
    near(found.get('worst symmetry')!, 1.192587244510651, 1e-7)
    near(found.get('worst smoothness')!, 0.8181237705051898, 1e-7)
  })

  const label: string[] = Array.from({ length: 12 }, (_, row) => (row % 2 ? 'b' : 'a'))
  const noise = label.map((_, row) => (row * 7) % 5)
  const scoresOf = async (
    columns: Record<string, number[]>,
    y: string[] = label,
    options: Parameters<typeof sparseLda>[0] = { folds: 2 },
  ) => {
    const table = tableFromColumns([...Object.entries(columns), ['y', y]])
    const types = Object.fromEntries(Object.keys(columns).map((name) => [name, 'numeric'] as const))
    const { rankings } = await rank(table, { target: 'y', by: [sparseLda(options)], types })
    return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  }

  it('takes a column that is constant in each class first; copies tie, constants have 0', async () => {
    const parts = label.map((one) => Number(one === 'b'))
    const found = await scoresOf({
      noise,
      parts,
      copy: parts.map((one) => 5 - 1e9 * one),
      constant: label.map(() => 3),
    })
    // The means of balanced classes are two standard deviations apart.
    near(found.get('parts')!, 4)
    expect(found.get('copy')).toBe(found.get('parts'))
    expect(found.get('noise')!).toBeLessThan(4)
    expect(found.get('constant')).toBe(0)
  })

  // So many steps of a path take seconds: in the long tests.
  it.runIf(isLong)('refuses more columns than its path is followed for, and names the mend', async () => {
    const random = randomOf(2)
    const wide = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`x${i}`, Array.from({ length: 300 }, random)]),
    )
    const y = Array.from({ length: 300 }, (_, row) => (row % 2 ? 'b' : 'a'))
    await expect(scoresOf(wide, y)).rejects.toThrow('use a prefilter, or raise least')
  })

  it('takes one row a class, and refuses three classes', async () => {
    const found = await scoresOf({ noise: [1, 4] }, ['a', 'b'], { choose: 'bic' })
    near(found.get('noise')!, 4)
    await expect(
      scoresOf(
        { noise },
        label.map((_, row) => 'abc'[row % 3]),
      ),
    ).rejects.toThrow('3')
  })
})
