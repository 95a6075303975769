import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { gaussians } from '../kernel/density-requests.ts'
import { randomNumbers } from '../parity/tables.ts'
import { rank } from '../untyped.ts'

/** The largest distance between the p-values and the uniform distribution (Kolmogorov). */
function distanceFromUniform(pValues: readonly number[]): number {
  const sorted = [...pValues].sort((a, b) => a - b)
  return Math.max(...sorted.map((p, i) => Math.max((i + 1) / sorted.length - p, p - i / sorted.length)))
}

describe('p-values of xi', () => {
  const random = randomNumbers(11)
  const rows = 500
  const draw = () => Array.from({ length: rows }, random)
  const columns = Array.from({ length: 1000 }, (_, i) => {
    const values = draw()
    return [`x${i}`, i % 2 === 0 ? values : values.map((x) => Math.floor(5 * x))] as const
  })
  const y = draw()
  const targets = {
    'a target without ties': y,
    'a target of few values': y.map((one) => Math.floor(4 * one)),
    'a target that is mostly 0': y.map((one) => Math.max(0, Math.floor(20 * one) - 14)),
  }

  it.each(Object.entries(targets))(
    'are uniform for %s, of columns with ties and without',
    async (_, target) => {
      const { rankings } = await rank(tableFromColumns([...columns, ['y', target]]), {
        target: 'y',
        task: 'regression',
        by: ['xi'],
      })
      const { scores } = rankings[0]
      expect(scores).toHaveLength(columns.length)
      // 1.63/√1000 = 0.052 is exceeded in one of a hundred draws; ξ of 500 rows is not quite normal.
      expect(distanceFromUniform(scores.map(({ pValue }) => pValue!))).toBeLessThan(0.06)
    },
  )
})

describe('the distance correlation of normal variables', () => {
  it.each([0.2, 0.5, 0.9])('with a correlation of %d is that of theorem 7', async (r) => {
    const { x, y } = gaussians(20_000, r, 7)
    const root = Math.sqrt(1 - r * r)
    // Székely, Rizzo and Bakirov (2007).
    const expected =
      (r * Math.asin(r) + root - r * Math.asin(r / 2) - Math.sqrt(4 - r * r) + 1) /
      (1 + Math.PI / 3 - Math.sqrt(3))
    const { rankings } = await rank(
      tableFromColumns([
        ['x', x],
        ['y', y],
      ]),
      {
        target: 'y',
        by: ['distance-correlation', 'distance-correlation:unbiased=true'],
      },
    )
    for (const { scores } of rankings) expect(Math.abs(scores[0].score! - expected)).toBeLessThan(0.015)
  })
})

describe('without bias', () => {
  it.each(['distance-correlation', 'hsic'])('%s is 0 in the mean where nothing is related', async (id) => {
    const random = randomNumbers(5)
    const columns = Array.from({ length: 600 }, (_, i) => {
      return [
        `x${i}`,
        Array.from({ length: 30 }, () => (i % 3 === 0 ? Math.floor(3 * random()) : random())),
      ] as const
    })
    const y = Array.from({ length: 30 }, random)
    const { rankings } = await rank(tableFromColumns([...columns, ['y', y]]), {
      target: 'y',
      by: [id, `${id}:unbiased=true`],
    })
    const [biased, unbiased] = rankings.map(({ scores }) => {
      const values = scores.map(({ score }) => score!)
      const mean = values.reduce((sum, one) => sum + one / values.length, 0)
      const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
      return mean / Math.sqrt(squares / values.length / (values.length - 1))
    })
    expect(biased).toBeGreaterThan(20)
    expect(Math.abs(unbiased)).toBeLessThan(4)
  })
})
