import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concaveTail, expectedErrors, mostChosen } from '../../dist/src/analyses/outer/stability-choice.js'
import { runs } from '../properties/runs.ts'

describe('the bounds of stability selection', () => {
  it('are q²/((2π−1)d) of Meinshausen and Bühlmann, and the largest q that keeps it', () => {
    const design = { columns: 1000, threshold: 0.9, pairs: 50 }
    expect(expectedErrors('meinshausen-buhlmann', { ...design, q: 20 })).toBeCloseTo(400 / 800, 12)
    // Their choice of q for E[V] ≤ 1 is √((2π−1)d) = 28.3.
    expect(mostChosen('meinshausen-buhlmann', design, 1)).toBe(28)
    expect(mostChosen('meinshausen-buhlmann', { ...design, columns: 3 }, 0.1)).toBe(0)
  })

  it('are sharper by r-concavity, for the designs of Shah and Samworth', () => {
    for (const threshold of [0.6, 0.75, 0.9])
      for (const q of [5, 20, 50]) {
        const design = { columns: 1000, q, threshold, pairs: 50 }
        const [old, sharp] = [
          expectedErrors('meinshausen-buhlmann', design),
          expectedErrors('shah-samworth', design),
        ]
        expect(sharp).toBeLessThan(old)
        expect(sharp).toBeGreaterThan(0)
      }
  })

  /** Probabilities f on 0 … n with f^(−1/s) convex: a sum of hinges and a line, above 0. */
  const concave = fc
    .tuple(
      fc.integer({ min: 8, max: 40 }),
      fc.constantFrom(2 as const, 4 as const),
      fc.double({ min: 0.001, max: 3, noNaN: true }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: -2, max: 3, noNaN: true })), {
        maxLength: 4,
      }),
    )
    .map(([n, s, offset, hinges]) => {
      const g = Array.from({ length: n + 1 }, (_, i) =>
        hinges.reduce(
          (sum, [at, slope]) => sum + Math.abs(slope) * Math.max(0, slope > 0 ? i - at : at - i),
          offset + i * 0.1,
        ),
      )
      const p = g.map((value) => value ** -s)
      const all = p.reduce((sum, one) => sum + one, 0)
      return { n, s, p: p.map((one) => one / all) }
    })

  it('hold for every r-concave distribution of that mean', () =>
    fc.assert(
      fc.property(concave, fc.double({ min: 0.3, max: 1, noNaN: true }), ({ n, s, p }, share) => {
        const mean = p.reduce((sum, one, i) => sum + (one * i) / n, 0)
        const tail = p.reduce((sum, one, i) => sum + (i >= share * n - 1e-9 ? one : 0), 0)
        expect(tail).toBeLessThanOrEqual(concaveTail(mean, share, n, s) * (1 + 1e-9) + 1e-12)
      }),
      { numRuns: runs(2000) },
    ))

  it('are reached by a distribution of that form', () => {
    // (a + i)^−2 on 0 … 20 has this mean and tail: no other of this mean has more, and Markov's bound is far above.
    const p = Array.from({ length: 21 }, (_, i) => 1 / (1.5 + i) ** 2)
    const all = p.reduce((sum, one) => sum + one, 0)
    const mean = p.reduce((sum, one, i) => sum + (one * i) / 20, 0) / all
    const tail = p.slice(14).reduce((sum, one) => sum + one, 0) / all
    const bound = concaveTail(mean, 0.7, 20, 2)
    expect(bound).toBeCloseTo(tail, 12)
    expect(bound).toBeLessThan(mean / 0.7 / 1.5)
  })
})
