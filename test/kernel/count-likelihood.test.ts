import expm1 from '@stdlib/math-base-special-expm1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CountRows } from '../../dist/src/memory/penalties/count-rows.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

/** How many rows, how great counts are and how far the sums are from their logarithms. */
const problems = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  scale: fc.constantFrom(0.5, 5, 1e3, 1e12),
  spread: fc.constantFrom(0, 1e-12, 1e-5, 1e-3, 0.02, 1, 40),
  share: fc.constantFrom(0, 0.3, 0.999, 1),
  seed: fc.nat(),
})

describe.each(buildNames)('the likelihood of counts (%s)', (build) => {
  it('is that of the definition', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, ({ rows, scale, spread, share, seed }) => {
        const random = randomOf(seed)
        const counts = Float64Array.from({ length: rows }, () =>
          Math.max(0, Math.floor(scale * (random() - 0.2))),
        )
        counts[rows - 1] += 1
        const drawn = Array.from({ length: rows }, () => random())
        const all = drawn.reduce((sum, weight) => sum + weight, 0)
        const weights = Float64Array.from(drawn, (weight) => weight / all)
        const sums = counts.map((count) => (count > 0 ? Math.log(count) : 0) + spread * (random() - 0.5))
        const likelihood = new CountRows(kernels, kernels.arena(), counts, weights).likelihood([sums])
        const [slopes] = likelihood.slopes()
        let [loss, dual] = [0, 0]
        counts.forEach((count, row) => {
          const apart = count > 0 ? sums[row] - Math.log(count) : sums[row]
          const d = Math.abs(apart) > 4e-16 ? apart : 0
          // By how much the expected count is above the count.
          const above = count > 0 ? count * expm1(d) : Math.exp(d)
          // e^d − 1 − d, by its series where the difference would lose digits.
          const past = Math.abs(d) < 0.1 ? series(d) : expm1(d) - d
          loss += weights[row] * (count > 0 ? count * past : above)
          expect(Math.abs(slopes[row] - weights[row] * above)).toBeLessThanOrEqual(
            2e-15 * weights[row] * Math.abs(above),
          )
          const v = count + share * above
          const entropy = (x: number) => (x > 0 ? x * Math.log(x) - x : 0)
          dual -= weights[row] * (entropy(v) - entropy(count))
        })
        expect(Math.abs(likelihood.loss - loss)).toBeLessThanOrEqual(1e-12 * loss)
        // The definition loses the digits of large counts.
        expect(Math.abs(likelihood.dualAt(share) - dual)).toBeLessThan(
          1e-13 * (1 + scale * Math.log(2 + scale)) * Math.exp(spread / 2),
        )
      }),
      { numRuns: runs(200) },
    )
  })

  it.each([
    [-800, 0],
    [-745, 0],
    [-1, Math.exp(-1)],
    [0, 1],
    [709.5, Math.exp(709.5)],
    [710, Infinity],
    [1e300, Infinity],
  ])('of a count of 0 with the sum %d is its exponential', async (sum, expected) => {
    const kernels = await loadBuild(build)
    // The other row has no weight: it makes the mean count more than 0.
    const rows = new CountRows(kernels, kernels.arena(), Float64Array.of(0, 1), Float64Array.of(1, 1e-300))
    const { loss } = rows.likelihood([Float64Array.of(sum, 0)])
    if (expected === Infinity) expect(loss).toBe(Infinity)
    else expect(Math.abs(loss - expected)).toBeLessThanOrEqual(1e-15 * expected + 1e-300)
  })

  it('keeps the last digits of the sum over many rows', async () => {
    const kernels = await loadBuild(build)
    const rows = 100_001
    const counts = new Float64Array(rows).fill(3)
    const weights = new Float64Array(rows).fill(1 / rows)
    const { loss } = new CountRows(kernels, kernels.arena(), counts, weights).likelihood([
      new Float64Array(rows).fill(Math.log(3) + 0.7),
    ])
    // Every row has the same loss.
    expect(Math.abs(loss / (3 * (expm1(0.7) - 0.7)) - 1)).toBeLessThan(2e-15)
  })
})

/** Σ x^n/n! from n = 2 on. */
function series(x: number): number {
  let [sum, term] = [0, x]
  for (let n = 2; n < 25; n++) {
    term *= x / n
    sum += term
  }
  return sum
}
