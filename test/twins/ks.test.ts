// ks against the plain definition: distribution functions at every value, and p by all orders of the classes.
import { rank, tableFromColumns } from 'criba'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'

const rows = fc.array(fc.record({ x: fc.integer({ min: 0, max: 5 }), isSecond: fc.boolean() }), {
  minLength: 2,
  maxLength: 11,
})

function plainDistance(values: readonly number[], isSecond: readonly boolean[]): number {
  const below = (t: number, own: boolean) => {
    const of = values.filter((_, row) => isSecond[row] === own)
    return of.filter((value) => value <= t).length / of.length
  }
  return Math.max(...values.map((t) => Math.abs(below(t, true) - below(t, false))))
}

/** All ways to give so many of the rows to the second class. */
function ordersOf(count: number, second: number): boolean[][] {
  if (count === 0) return second === 0 ? [[]] : []
  const rest = (isSecond: boolean, left: number) =>
    left < 0 ? [] : ordersOf(count - 1, left).map((order) => [isSecond, ...order])
  return [...rest(true, second - 1), ...rest(false, second)]
}

it('agrees with the plain definition, and with all orders of the classes', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const values = given.map(({ x }) => x)
      const isSecond = given.map((row) => row.isSecond)
      const second = isSecond.filter(Boolean).length
      if (second === 0 || second === given.length) return
      const table = tableFromColumns({ x: values, y: isSecond.map((own) => (own ? 'b' : 'a')) })
      const { rankings } = await rank(table, { target: 'y', by: ['ks'], minRows: 0 })
      const [{ score, pValue }] = rankings[0].scores
      const distance = plainDistance(values, isSecond)
      near(score!, distance)
      const orders = ordersOf(given.length, second)
      const asGreat = orders.filter((order) => plainDistance(values, order) >= distance - 1e-9)
      near(pValue!, asGreat.length / orders.length)
      expect(pValue).toBeLessThanOrEqual(1)
    }),
    { numRuns: runs(50) },
  )
})
