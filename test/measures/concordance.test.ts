import { describe, expect, it } from 'vitest'
import { concordance, ranksOfChosen } from '../../dist/src/analyses/outer/concordance.js'
import { pairedTest } from '../../dist/src/analyses/held-out/evidence-splits.js'
import { holm } from '../../dist/src/analyses/evidence/comparison-figures.js'

const rankings = (...rows: readonly (readonly number[])[]) => rows.map((row) => Float64Array.from(row))

describe("Kendall's W", () => {
  it('has the value of Siegel and Castellan for six applicants ranked by three interviewers, and its p', () => {
    // Rank sums 8, 14, 11, 11, 11, 8 about 10.5: S = 25.5, W = 12·25.5/(9·210); p by R's pchisq.
    const found = concordance(rankings([1, 6, 3, 2, 5, 4], [1, 5, 6, 4, 2, 3], [6, 3, 2, 5, 4, 1]))
    expect(found.w).toBeCloseTo((12 * 25.5) / (9 * 210), 14)
    expect([...found.meanRanks].map((rank) => 3 * rank)).toEqual([8, 14, 11, 11, 11, 8])
    expect(found.pValue).toBeCloseTo(0.787211813884, 11)
  })

  it('is 1 for equal rankings with ties, 0 for opposite ones, and not defined for one', () => {
    expect(concordance(rankings([1, 2.5, 2.5, 4], [1, 2.5, 2.5, 4])).w).toBeCloseTo(1, 14)
    expect(concordance(rankings([1, 2, 3], [3, 2, 1])).w).toBe(0)
    expect(concordance(rankings([1, 2, 3])).w).toBeNull()
    expect(concordance(rankings([1.5, 1.5], [1.5, 1.5])).w).toBeNull()
  })

  it('ranks columns that were not chosen last, together', () => {
    expect([...ranksOfChosen(['c', 'a'], ['a', 'b', 'c', 'd', 'e'])]).toEqual([2, 4, 1, 4, 4])
    expect([...ranksOfChosen([], ['a', 'b'])]).toEqual([1.5, 1.5])
  })
})

describe('corrections and tests', () => {
  it('corrects by Holm as R does: p.adjust(c(.01, .04, .03, .005), "holm")', () => {
    expect([...holm([0.01, 0.04, 0.03, 0.005])].map((p) => Number(p.toFixed(12)))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ])
    expect([...holm([NaN, 0.5, 0.9])]).toEqual([NaN, 1, 1])
    // A test without a p-value is not counted: 0.01 is doubled, not tripled.
    expect([...holm([NaN, 0.01, 0.04])]).toEqual([NaN, 0.02, 0.04])
  })

  it('tests differences over folds with the variance of Nadeau and Bengio', () => {
    const differences = [0.02, 0.04, 0.01, 0.05, 0.03]
    // t = 0.03/√((1/5 + 1/4)·0.00025) = 2.828427, two-sided p of t with 4 degrees, by tables of R.
    const { difference, pValue, interval } = pairedTest(differences, 1 / 4)
    expect(difference).toBeCloseTo(0.03, 14)
    expect(pValue).toBeCloseTo(0.0474206, 6)
    expect(interval[0]).toBeGreaterThan(0)
    expect(pairedTest([0.1], 0.25)).toEqual({
      difference: 0.1,
      interval: [-Infinity, Infinity],
      pValue: null,
    })
  })
})
