import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LabelledRows } from '../../dist/src/memory/penalties/labelled-rows.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

/** How many rows and lists of weights, whether a class has a sum of 0 or no probability at all, how far apart the sums are. */
const problems = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  lists: fc.integer({ min: 1, max: 5 }),
  hasZero: fc.boolean(),
  hasUnknown: fc.boolean(),
  spread: fc.constantFrom(0, 1, 40, 900),
  scale: fc.constantFrom(0, 0.3, 1),
  seed: fc.nat(),
})

describe.each(buildNames)('the likelihood of classes (%s)', (build) => {
  it('is that of the definition', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, ({ rows, lists, hasZero, hasUnknown, spread, scale, seed }) => {
        const random = randomOf(seed)
        const listOf = [...Array(lists).keys(), ...(hasZero ? [-1] : []), ...(hasUnknown ? [-2] : [])]
        const classes = Int32Array.from({ length: rows }, () => Math.floor(listOf.length * random()))
        const drawn = Array.from({ length: rows }, () => random())
        const all = drawn.reduce((sum, weight) => sum + weight, 0)
        const weights = Float64Array.from(drawn, (weight) => weight / all)
        const sums = Array.from({ length: lists }, () =>
          Float64Array.from({ length: rows }, () => spread * (random() - 0.5)),
        )
        const labels = new LabelledRows(kernels, kernels.arena(), {
          classes,
          weights,
          listOf: Int32Array.from(listOf),
        })
        const likelihood = labels.likelihood(sums)
        let loss = 0
        let entropy = 0
        for (let row = 0; row < rows; row++) {
          const z = sums.map((own) => own[row])
          if (hasZero) z.push(0)
          const most = Math.max(...z)
          const logOfAll = most + Math.log(z.reduce((sum, one) => sum + Math.exp(one - most), 0))
          const own = listOf[classes[row]]
          const ofOwn = own === -1 ? lists : own
          loss += weights[row] * (own === -2 ? -Math.log(1e-15) : logOfAll - z[ofOwn])
          z.forEach((one, list) => {
            const p = Math.exp(one - logOfAll)
            if (list < lists) expect(Math.abs(likelihood.probabilities[list][row] - p)).toBeLessThan(1e-13)
            const moved = scale * p + (list === ofOwn ? 1 - scale : 0)
            if (moved > 0) entropy -= weights[row] * moved * Math.log(moved)
          })
        }
        expect(Math.abs(likelihood.loss - loss)).toBeLessThan(1e-13 * (1 + Math.abs(loss)))
        if (!hasUnknown) expect(Math.abs(likelihood.dualAt(scale) - entropy)).toBeLessThan(1e-12)
      }),
      { numRuns: runs(100) },
    )
  })

  it('keeps the last digits of the sum over many rows', async () => {
    const kernels = await loadBuild(build)
    const rows = 100_001
    const labels = new LabelledRows(kernels, kernels.arena(), {
      classes: new Int32Array(rows),
      weights: new Float64Array(rows).fill(1 / rows),
      listOf: Int32Array.of(0, -1),
    })
    const { loss } = labels.likelihood([new Float64Array(rows).fill(-0.7)])
    // Every row has the same loss, log(1 + e^0.7).
    expect(Math.abs(loss / Math.log1p(Math.exp(0.7)) - 1)).toBeLessThan(1e-15)
  })
})
