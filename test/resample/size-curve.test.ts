import { describe, expect, it } from 'vitest'
import { sizeCurve } from '../../dist/src/analyses/held-out/size-curve.js'

describe('the sizes of a curve', () => {
  const sizes = [4, 5, 7]

  it('have the knee furthest above the line from the first to the best, wherever the sizes begin', () => {
    // Of 4 to 7 columns the line rises from 0.5 to 0.875 by 1/8 a column: 5 columns are 0.75 − 0.625 above it.
    const of = (better: 'higher' | 'lower', sign: 1 | -1) =>
      sizeCurve({ sizes, ofTrials: [[0.5, 0.75, 0.875].map((one) => sign * one)], better, independent: 1 })
    expect(of('higher', 1)).toMatchObject({ best: 7, oneError: 7, knee: 5 })
    expect(of('lower', -1)).toMatchObject({ best: 7, oneError: 7, knee: 5 })
    // Below the line there is none.
    const below = sizeCurve({ sizes, ofTrials: [[0.5, 0.5625, 0.875]], better: 'higher', independent: 1 })
    expect(below.knee).toBe(7)
  })
})
