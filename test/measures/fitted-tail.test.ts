import { describe, expect, it } from 'vitest'
import { addDraw, emptyDrawSums, fittedTail } from '../../dist/src/methods/measures/monte-carlo.js'

const blocks = Array.from({ length: 10 }, (_, block) => block)
const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

function sumsOf(draws: readonly number[]) {
  const sums = emptyDrawSums()
  draws.forEach((draw, number) => addDraw(sums, number, draw))
  return sums
}

/** P(Z ≥ z) of the standard normal law, by Simpson's rule up to z + 12. */
function normalTail(z: number): number {
  const [steps, step] = [4800, 12 / 4800]
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const at = z + i * step
    sum += Math.exp((-at * at) / 2) * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2)
  }
  return (sum * step) / 3 / Math.sqrt(2 * Math.PI)
}

describe('the tail of a distribution fitted to draws', () => {
  it('has the standard error of the jackknife over ten blocks', () => {
    // Block b has ±s_b: without any block the mean and the skewness are 0, and the variance is the mean of the other squares.
    const deviations = blocks.map((block) => 1 + block / 10)
    const draws = [...deviations, ...deviations.map((deviation) => -deviation)]
    const tailWithout = (left: number) =>
      normalTail(4 / Math.sqrt(meanOf(deviations.filter((_, block) => block !== left).map((s) => s * s))))
    const logs = blocks.map((block) => Math.log(tailWithout(block)))
    const squares = logs.reduce((sum, one) => sum + (one - meanOf(logs)) ** 2, 0)
    const { pValue, within } = fittedTail(4, sumsOf(draws))
    expect(Math.abs(pValue / tailWithout(-1) - 1)).toBeLessThan(1e-9)
    expect(within).toBeCloseTo(Math.exp(Math.sqrt((9 / 10) * squares)), 9)
  })

  it('is that of a Gamma distribution from 0 on where draws are 0, but never less', () => {
    // Mean and deviation are 1, so it is the exponential law, although the draws have no skewness.
    const draws = Array.from({ length: 40 }, (_, number) => (number % 20 < 10 ? 0 : 2))
    const { pValue, within } = fittedTail(5, sumsOf(draws))
    expect(Math.abs(pValue / Math.exp(-5) - 1)).toBeLessThan(1e-9)
    expect(within).toBeCloseTo(1, 9)
  })
})
