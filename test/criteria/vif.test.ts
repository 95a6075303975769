import fc from 'fast-check'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { randomOf } from '../contract/tables.ts'
import { rank } from '../untyped.ts'

const n = 60
const draws = (seed: number) => {
  const random = randomOf(seed)
  return Array.from({ length: n }, () => random() - 0.5)
}
const [a, b, c] = [draws(1), draws(2), draws(3)]
const columns = { a, b, c, sum: a.map((x, i) => 2 * x - b[i] + 7), far: c.map((x) => 1e9 + x * 1e3) }

async function vifs(some: Readonly<Record<string, readonly number[]>>) {
  const result = await rank(tableFromColumns(some), { by: ['vif'] })
  const scores = result.rankings[0].scores.map(({ feature, score }) => [feature, score] as const)
  return { scores: Object.fromEntries(scores), warnings: result.warnings }
}

describe('vif', () => {
  it('is infinite for the columns of an exact relation alone, and names them, in any order of the columns', () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['a', 'b', 'c', 'sum'] as const, { minLength: 4 }),
        async (order) => {
          const { scores, warnings } = await vifs(
            Object.fromEntries(order.map((name) => [name, columns[name]])),
          )
          expect([scores['a'], scores['b'], scores['sum']]).toEqual([Infinity, Infinity, Infinity])
          // The others of c are a plane of two columns, whichever two stand for it.
          const { scores: alone } = await vifs({ a, b, c })
          expect(scores['c']).toBeCloseTo(alone['c']!, 9)
          const warning = warnings.find(({ code }) => code === 'collinear')!
          expect(warning.columns!.toSorted()).toEqual(['a', 'b', 'sum'])
        },
      ),
      { numRuns: runs(48) },
    ))

  it('calls copies on other scales infinite, and says nothing of independent columns', async () => {
    const copies = await vifs({ a, c, far: columns.far })
    expect(copies.scores).toMatchObject({ c: Infinity, far: Infinity })
    const apart = await vifs({ a, b, c })
    expect(apart.warnings.filter(({ code }) => code === 'collinear')).toEqual([])
    expect(Math.max(...Object.values(apart.scores).map(Number))).toBeLessThan(1.5)
  })

  it('of one column is 1, and refuses fewer rows than columns + 1', async () => {
    expect((await vifs({ a })).scores['a']).toBe(1)
    const few = Object.fromEntries(
      Object.entries({ a, b, c }).map(([name, cells]) => [name, cells.slice(0, 3)]),
    )
    await expect(vifs(few)).rejects.toThrow('3 complete rows for 3 columns: needs 4 or more')
  })
})
