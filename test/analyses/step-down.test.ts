import { describe, expect, it } from 'vitest'
import { significance } from '../../dist/src/methods/stops/significance.js'

/** A candidate among `total` that has such a p-value, where so many are selected. */
const proposal = (p: number, selected: number, total: number, isUnrelated: boolean) => ({
  candidate: 0,
  merit: 0,
  gain: 0,
  remaining: total - selected,
  kinds: 1 as const,
  total,
  test: () =>
    Promise.resolve({
      gain: 0,
      because: null,
      isUnrelated,
      estimatePValue: () => ({ pValue: p, by: 'law' as const }),
    }),
  partialF: () => Promise.reject(new Error('no fit')),
})

const stop = () => significance({ alpha: 0.05, permutations: 199, null: 'min' })

describe('the thresholds of the default stop', () => {
  // Gavrilov, Benjamini and Sarkar (2009): the i-th of m is compared with iα/(m + 1 − i(1 − α)).
  const thresholds = [0.05 / 10.05, 0.1 / (11 - 1.9), 0.15 / (11 - 2.85)]

  it('are those of the step-down procedure for candidates tested by themselves', async () => {
    for (const factor of [0.999, 1.001]) {
      const halt = stop()
      for (const [i, threshold] of thresholds.entries()) {
        const last = i === thresholds.length - 1
        const p = last ? factor * threshold : 0.999 * threshold
        const { joins } = await halt.decide(proposal(p, i, 10, true))
        expect(joins).toBe(!last || factor < 1)
      }
    }
  })

  it('are at most α, however many have joined', async () => {
    const halt = stop()
    for (const selected of [0, 1]) await halt.decide(proposal(0.001, selected, 3, true))
    // The step-down procedure alone would compare with 0.15/1.15.
    await expect(halt.decide(proposal(0.051, 2, 3, true))).resolves.toMatchObject({ joins: false })
    await expect(halt.decide(proposal(0.049, 2, 3, true))).resolves.toMatchObject({ joins: true })
  })

  it('are α over the candidates left for those related to a selected column', async () => {
    const halt = stop()
    await halt.decide(proposal(0.001, 0, 10, true))
    await expect(halt.decide(proposal(1.001 * (0.05 / 9), 1, 10, false))).resolves.toMatchObject({
      joins: false,
    })
    await expect(halt.decide(proposal(0.999 * (0.05 / 9), 1, 10, false))).resolves.toMatchObject({
      joins: true,
    })
  })

  it('do not count columns that were selected before the search', async () => {
    const first = 0.05 / (7 + 0.05)
    await expect(stop().decide(proposal(0.999 * first, 3, 10, true))).resolves.toMatchObject({ joins: true })
    await expect(stop().decide(proposal(1.001 * first, 3, 10, true))).resolves.toMatchObject({ joins: false })
  })
})
