import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import {
  populationStability,
  shiftOf,
  kolmogorovSmirnov,
} from '../../dist/src/analyses/transform/compared-columns.js'
import { kolmogorovTail } from '../../dist/src/methods/measures/kolmogorov.js'

describe('the population stability index', () => {
  it('is the sum over the bins, worked by hand', () => {
    // Shares 0.5, 0.3, 0.2 and 0.4, 0.2, 0.4.
    const byHand =
      (0.4 - 0.5) * Math.log(0.4 / 0.5) +
      (0.2 - 0.3) * Math.log(0.2 / 0.3) +
      (0.4 - 0.2) * Math.log(0.4 / 0.2)
    near(populationStability([50, 30, 20], [8, 4, 8]), byHand)
    expect(byHand).toBeCloseTo(0.20149, 5)
    near(populationStability([50, 50], [80, 20]), 0.3 * Math.log(1.6) + 0.3 * Math.log(2.5))
  })

  it('counts an empty bin as half a row, and leaves out bins empty in both', () => {
    // Shares 0.5, 0.5 and 1, 0.5/10.
    near(populationStability([2, 2, 0], [10, 0, 0]), 0.5 * Math.log(2) + (0.05 - 0.5) * Math.log(0.1))
    near(populationStability([2, 0], [1, 1]), -0.5 * Math.log(0.5) + (0.5 - 0.25) * Math.log(2))
  })

  it('is 0 for equal shares, symmetric, and nothing without rows', () => {
    expect(populationStability([3, 0, 1], [9, 0, 3])).toBe(0)
    near(populationStability([3, 0, 1], [2, 5, 3]), populationStability([2, 5, 3], [3, 0, 1]))
    expect(populationStability([1, 2], [0, 0])).toBeNaN()
    expect(populationStability([], [])).toBeNaN()
  })

  it('is read by the usual thresholds', () => {
    expect([0, 0.0999, 0.1, 0.2499, 0.25, 9].map(shiftOf)).toEqual([
      'stable',
      'stable',
      'moderate',
      'moderate',
      'major',
      'major',
    ])
  })
})

/** The statistic by its definition: the greatest distance of the distribution functions at any value. */
function plainStatistic(a: readonly number[], b: readonly number[]): number {
  const share = (values: readonly number[], x: number) =>
    values.filter((value) => value <= x).length / values.length
  return Math.max(...[...a, ...b].map((x) => Math.abs(share(a, x) - share(b, x))))
}

/** The rows at each point and between it and the one before. */
function distributionAt(values: readonly number[], points: readonly number[]) {
  const at = points.map((point) => values.filter((value) => value === point).length)
  const between = points.map(
    (point, i) => values.filter((value) => value < point && !(value <= points[i - 1])).length,
  )
  return { n: values.length, at, between }
}

function statisticAt(points: readonly number[], a: readonly number[], b: readonly number[]): number {
  return kolmogorovSmirnov(distributionAt(a, points), distributionAt(b, points))
}

const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)

describe('the two-sample Kolmogorov–Smirnov statistic', () => {
  // scipy.stats.ks_2samp, and scipy.special.kolmogorov of its statistic times √(nm/(n + m))
  it.each([
    [[2, 3, 3, 4, 6, 6, 8, 8, 9, 10, 10, 11], 0.4666666666666667, 0.18573885108278948],
    [[0.5, 1, 2, 2.5, 3.5, 4.5], 0.5, 0.3056038587726545],
  ])('is that of scipy: %j', (b, statistic, pValue) => {
    const a = [1, 2, 2, 3, 4, 5, 5, 5, 7, 9]
    near(statisticAt(ascending(a), a, b), statistic)
    near(kolmogorovTail(statistic, a.length, b.length), pValue)
  })

  it('is exact at all values of one sample, and too small by at most a share between values', () => {
    const sample = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(sample, sample, fc.integer({ min: 1, max: 5 }), (a, b, every) => {
        const all = ascending(a)
        const exact = plainStatistic(a, b)
        near(statisticAt(all, a, b), exact)
        const some = all.filter((_, i) => i % every === 0 || i === all.length - 1)
        const share = Math.max(...distributionAt(a, some).between) / a.length
        const found = statisticAt(some, a, b)
        expect(found).toBeLessThanOrEqual(exact + 1e-12)
        expect(found).toBeGreaterThanOrEqual(exact - share - 1e-12)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('the tail of the Kolmogorov distribution', () => {
  // scipy.special.kolmogorov(z), z = d·√(nm/(n + m)); with n = m = 2 the root is 1.
  it.each([
    [0.1, 1],
    [0.18, 0.9999999999999996],
    [0.2, 0.999999999999495],
    [0.3, 0.9999906941986655],
    [0.5, 0.9639452436648751],
    [1, 0.26999967167735456],
    [2, 0.0006709252557796953],
    [3, 3.045995948942526e-8],
    [8, 5.14441874528483e-56],
  ])('is that of scipy at %d', (z, p) => near(kolmogorovTail(z, 2, 2) / p, 1))

  it('is 1 at no distance, and 0 beyond all numbers', () => {
    expect(kolmogorovTail(0, 5, 5)).toBe(1)
    expect(kolmogorovTail(1, 1e6, 1e6)).toBe(0)
  })
})
