// The scores of a criterion that users define.
import { rank, tableFromColumns } from 'criba'
import { defineRank, variance } from 'criba/methods'
import { describe, expect, it } from 'vitest'

describe('a criterion of one’s own', () => {
  const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 6, 5] })

  it('is refused with more or fewer scores than it was asked for, or what are none', async () => {
    const numbers = Float64Array.of(1)
    const scoresOf = (fold: () => unknown) =>
      rank(table, {
        by: [
          defineRank({
            ...variance.criterion,
            id: 'too-few',
            needs: () => [],
            fold: fold as never,
          }),
        ],
      })
    for (const scores of [undefined, {}, { score: numbers, n: numbers }, { score: numbers }]) {
      await expect(scoresOf(() => scores)).rejects.toThrow('invalid method: too-few gives ')
    }
    const good = { score: [1, 2, 3], n: [6, 6, 6] }
    for (const [wrong, why] of [
      [{ score: '123' }, 'gives no score for 3'],
      [{ score: ['1', '2', '3'] }, 'gives score 1'],
      [{ n: [6, NaN, 6] }, 'gives n NaN'],
      [{ pValue: [0, 0.5, 7] }, 'gives pValue 7'],
      [{ parts: { own: [1] } }, 'gives 1 own for 3'],
    ] as const) {
      await expect(scoresOf(() => ({ ...good, ...wrong }))).rejects.toThrow(`invalid method: too-few ${why}`)
    }
    for (const [wrong, why] of [
      [{ better: 'highest' }, 'is better highest'],
      [{ target: 'klasses' }, 'reads the target as klasses'],
      [{ fold: undefined }, 'has no functions needs and fold'],
    ] as const) {
      const define = () => defineRank({ ...variance.criterion, id: 'wrong-record', ...wrong } as never)
      expect(define).toThrow(`invalid method: wrong-record ${why}`)
    }
    const three = Float64Array.of(1, 2, 3)
    const { rankings } = await scoresOf(() => ({ score: three, n: three }))
    expect(rankings[0].scores.map(({ score }) => score)).toEqual([3, 2, 1])
    await expect(scoresOf(() => ({ score: three, n: three, why: [] }))).rejects.toThrow('gives 0 why for 3')
  })
})
