import { describe, expect, it } from 'vitest'
import { pairedInterval } from '../../dist/src/analyses/held-out/evidence-splits.js'
import { studentQuantile } from '../../dist/src/methods/measures/tails.js'
import { near } from '../laws/given.ts'
import { judgeSelected } from '../../dist/src/analyses/evidence/evidence.js'

describe('a paired interval', () => {
  // scipy.stats.t.isf(0.025, df)
  it.each([
    [1, 12.706204736432095],
    [4, 2.7764451051977987],
    [9, 2.2621571627409915],
    [29, 2.045229642132703],
  ])('has the quantile of t with %i degrees of freedom', (df, t) => near(studentQuantile(0.05, df), t))

  it('widens the variance for the overlap of the folds (Nadeau and Bengio)', () => {
    // By hand: mean 0.03, s² = 0.001/4 = 0.00025, error = √((1/5 + 1/4)·0.00025).
    const { difference, interval } = pairedInterval([0.01, 0.02, 0.03, 0.04, 0.05], 1 / 4)
    const half = 2.7764451051977987 * Math.sqrt(0.45 * 0.00025)
    near(difference, 0.03)
    near(interval[0], 0.03 - half)
    near(interval[1], 0.03 + half)
    expect(pairedInterval([0.1, 0.1, 0.1], 1 / 2).interval[0]).toBeCloseTo(0.1, 12)
  })
})

describe('a verdict', () => {
  const folds = (selected: number, spread = 0.001, all = 0.9, none = 0.5) =>
    [-2, -1, 0, 1, 2].map((step) => ({ all, none, selected: selected + step * spread }))
  it.each([
    ['better-than-all', folds(0.93)],
    ['as-good-as-all', folds(0.9)],
    ['worse-than-all', folds(0.85)],
    ['not-told-apart', folds(0.9, 0.03)],
    ['no-better-than-none', folds(0.51, 0.02)],
  ])('%s', (verdict, scores) => {
    expect(judgeSelected(scores, 1 / 4, 'higher').verdict).toBe(verdict)
    const losses = scores.map(({ all, selected, none }) => ({ all: -all, selected: -selected, none: -none }))
    expect(judgeSelected(losses, 1 / 4, 'lower').verdict).toBe(verdict)
  })
})
