import { score, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'

const x = [0, 1, 2, 3, 4, 5]
const y = [1, 3, 2, 5, 4, 6]
const test = 'delta-test:scale=none'

describe('differences that have no square', () => {
  it.each([
    [1e200, 'large'],
    [1e-200, 'small'],
  ])('are refused as they are (times %f), and taken on a scale', async (factor, how) => {
    const table = tableFromColumns({ x, y: y.map((value) => value * factor) })
    await expect(score(table, { features: ['x'], target: 'y', by: [test] })).rejects.toThrow(
      `unsuitable column y: its differences are too ${how} to square`,
    )
    const scaled = await score(table, { features: ['x'], target: 'y', by: ['delta-test'] })
    const plain = await score(tableFromColumns({ x, y }), {
      features: ['x'],
      target: 'y',
      by: ['delta-test'],
    })
    expect(scaled.scores[0].score).toBeCloseTo(plain.scores[0].score!, 12)
  })
})
