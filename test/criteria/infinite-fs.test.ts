import { tableFromColumns } from 'criba'
import { infiniteFs } from 'criba/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { randomOf } from '../contract/tables.ts'
import { matrixOf, minMaxed, plainPaths } from '../twins/affinity.ts'
import { sum } from '../twins/plain.ts'
import type { Numbers } from '../twins/plain.ts'
import { rank } from '../untyped.ts'
import { tables } from './whole-tables.ts'

type Columns = Readonly<Record<string, readonly (number | null)[]>>

const mean = (values: Numbers) => sum(values) / values.length
const variance = (values: Numbers) => mean(values.map((x) => (x - mean(values)) ** 2))

/** A column with holes; ranks among the rows that a pair shares. */
function plainSpearman(x: readonly (number | null)[], z: readonly (number | null)[]): number {
  const rows = [...x.keys()].filter((row) => x[row] !== null && z[row] !== null)
  if (rows.length < 3) return 0
  const ranks = (of: readonly (number | null)[]) =>
    rows.map(
      (row) =>
        rows.filter((other) => of[other]! < of[row]!).length +
        (rows.filter((other) => of[other] === of[row]).length + 1) / 2,
    )
  const [a, b] = [ranks(x), ranks(z)]
  const size = Math.sqrt(variance(a) * variance(b))
  return size === 0 ? 0 : mean(a.map((value, i) => (value - mean(a)) * (b[i] - mean(b)))) / size
}

async function scoresOf(columns: Columns, alpha: number) {
  const { rankings } = await rank(tableFromColumns(columns), { by: [infiniteFs({ alpha })] })
  return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
}

describe('infinite-fs', () => {
  const holed = fc
    .tuple(tables, fc.constantFrom(0, 0.3), fc.integer({ min: 1, max: 1e6 }))
    .map(([{ columns }, share, seed]): Columns => {
      const random = randomOf(seed)
      return Object.fromEntries(
        Object.entries(columns).map(([name, x]) => [
          name,
          x.map((value) => (random() < share ? null : value)),
        ]),
      )
    })

  it('is the row sums of the inverse of the definition', () =>
    fc.assert(
      fc.asyncProperty(holed, fc.constantFrom(0.5, 0, 0.2, 1), async (columns, alpha) => {
        const x = Object.values(columns)
        const present = x.map((of) => of.filter((value) => value !== null))
        fc.pre(present.every((of) => new Set(of).size > 1))
        const sigma = minMaxed(present.map((of) => Math.sqrt(variance(of))))
        const matrix = matrixOf(
          x.length,
          (i, j) =>
            alpha * Math.max(sigma[i], sigma[j]) +
            (1 - alpha) * (i === j ? 0 : 1 - Math.abs(plainSpearman(x[i], x[j]))),
        )
        const expected = plainPaths(matrix)
        const scores = await scoresOf(columns, alpha)
        Object.keys(columns).forEach((name, i) => expect(scores.get(name)).toBeCloseTo(expected[i], 8))
      }),
      { numRuns: runs(160) },
    ))

  it('refuses more columns than it keeps pairs of', async () => {
    const wide = (value: (row: number) => number | null) =>
      tableFromColumns(Array.from({ length: 4001 }, (_, c) => [`x${c}`, [0, 1, 2, 3].map(value)] as const))
    await expect(
      rank(
        wide((row) => row),
        { by: ['infinite-fs'] },
      ),
    ).rejects.toThrow(
      'unsuitable columns for infinite-fs: 4001 (at most 4000, as it keeps a number for each pair; leave out some)',
    )
    await expect(
      rank(
        wide((row) => row || null),
        { by: ['infinite-fs'] },
      ),
    ).rejects.toThrow('at most 500')
  })
})
