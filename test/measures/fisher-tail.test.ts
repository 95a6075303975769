// The logarithm of the upper tail of F, also where the tail itself is below the smallest double.
import { describe, expect, it } from 'vitest'
import { fisherTail, lnFisherTail } from '../../dist/src/methods/measures/tails.js'

const far = [40, 300, 1e3, 5e3, 1e5, 1e9, 1e40]
const rows = [300, 5000, 294_081, 3e7]

/** I_x(a, m) = x^a Σ_{j<m} a(a+1)…(a+j−1)(1−x)^j / j!, for 2m numerator degrees of freedom; x = 1/(1 + odds). */
function lnTailOfEven(f: number, m: number, df2: number): number {
  const [a, odds] = [df2 / 2, (2 * m * f) / df2]
  const rest = odds / (1 + odds)
  let [sum, term] = [1, 1]
  for (let j = 1; j < m; j++) {
    term *= ((a + j - 1) / j) * rest
    sum += term
  }
  return -a * Math.log1p(odds) + Math.log(sum)
}

describe('lnFisherTail', () => {
  it.each([1, 2, 5, 12])('is the finite sum of %d terms', (m) => {
    for (const df2 of rows) {
      for (const f of far) {
        const expected = lnTailOfEven(f, m, df2)
        expect(Math.abs(lnFisherTail(f, 2 * m, df2) / expected - 1)).toBeLessThan(1e-9)
      }
    }
  })

  it('is the finite sum to twelve digits where both degrees of freedom are many', () => {
    for (const [m, df2] of [
      [200, 600],
      [50, 3000],
      [100, 800],
    ]) {
      const expected = lnTailOfEven(40, m, df2)
      expect(expected).toBeLessThan(Math.log(1e-280))
      expect(Math.abs(lnFisherTail(40, 2 * m, df2) / expected - 1)).toBeLessThan(5e-13)
    }
  })

  // pf(f, df1, df2, lower.tail = FALSE, log.p = TRUE) of R 4.2.
  it.each([
    [1e5, 1, 300, -874.89780299487711],
    [5e3, 3, 294_081, -7310.4339072306802],
    [1e12, 3, 3000, -31081.121114544476],
  ])('of %d with %d and %d degrees of freedom is that of R', (f, df1, df2, expected) => {
    expect(Math.abs(lnFisherTail(f, df1, df2) / expected - 1)).toBeLessThan(1e-10)
  })

  it('goes on where the tail has no digits left', () => {
    for (let f = 840; f < 1000; f++) {
      const [one, next] = [lnFisherTail(f, 3, 1000), lnFisherTail(f + 1, 3, 1000)]
      expect(next).toBeLessThan(one)
      const tail = fisherTail(f, 3, 1000)
      if (tail > 1e-290) expect(Math.abs(one / Math.log(tail) - 1)).toBeLessThan(1e-12)
    }
  })

  it('is 0 at 0, −∞ at ∞, and NaN without degrees of freedom', () => {
    expect(lnFisherTail(0, 3, 10)).toBe(0)
    expect(lnFisherTail(Infinity, 3, 10)).toBe(-Infinity)
    expect(lnFisherTail(1, 3, 0)).toBeNaN()
  })
})
