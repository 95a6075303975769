import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latticeJob, latticeTasks, mergeLattice } from '../../dist/src/memory/tables/lattice-job.js'
import { inTurn, isLong, runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { closeCase, uniformCase } from './lattice-cases.ts'
import { expectEverySubset, expectPlainLoop, expectTwin } from './lattice-laws.ts'

describe.each(buildNames)('the lattice of subsets (%s)', (build) => {
  const load = () => loadBuild(build)

  // Of 11 columns, and of more rows than a block, in lattice.long.ts.
  it('gives every subset the bits of a plain loop', async () =>
    expectPlainLoop(await load(), runs(build === 'shipped' ? 80 : 10)))

  it.each(['differences', 'distances'] as const)('gives 511 subsets of 120 rows: %s', async (wanted) =>
    expectEverySubset(9, wanted, await load()),
  )

  it('finds the nearest of rows that are almost equally near', async () => {
    const input = { ...closeCase(100, 12, 87109), k: 1, wanted: 'differences', sizes: [10, 12] } as const
    expectTwin('close', input, await load())
  })

  it('gives small and large subsets of many columns', async () => {
    const kernels = await load()
    const each = [
      [1, 3],
      [14, 16],
      [16, 16],
    ] as const
    for (const [place, sizes] of each.entries()) {
      for (const k of inTurn([1, 3], place, 2)) {
        const input = { ...uniformCase(20, 16, 5), k, wanted: 'differences', sizes } as const
        expect([...latticeTasks(input)].length).toBeGreaterThan(1)
        expectTwin(`${sizes.join()} ${k}`, input, kernels)
      }
    }
  })

  it('does its tasks in any order', async () => {
    const kernels = await load()
    const input = {
      ...uniformCase(isLong ? 50 : 20, 16, 3),
      k: 1,
      wanted: 'differences',
      sizes: [1, 3],
    } as const
    const tasks = [...latticeTasks(input)]
    const work = latticeJob.open(kernels, input)
    const parts = tasks.map(work)
    const backwards = [...tasks].reverse().map(latticeJob.open(kernels, input)).reverse()
    expect(tasks.length).toBeGreaterThan(1)
    expect(backwards).toEqual(parts)
    expect(mergeLattice(input, parts).squaredDifferences).toHaveLength(16 + 120 + 560)
  })
})

describe.each(buildNames)('a sum of logarithms, %s', (build) => {
  const load = () => loadBuild(build)

  it('is the sum of the logarithms', async () => {
    const kernels = await load()
    const sum = kernels.arena().numbers(2)
    const distance = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.79e308, noNaN: true }))
    fc.assert(
      fc.property(fc.array(distance, { maxLength: 200 }), (distances) => {
        kernels.run.startLogSum(sum.address)
        for (const r of distances) kernels.run.addToLogSum(sum.address, r)
        const terms = distances.map((r) => Math.log(r + 2.2e-16))
        const expectedSums = terms.reduce((total, term) => total + term, 0)
        const size = terms.reduce((total, term) => total + Math.abs(term), 0)
        expect(Math.abs(kernels.run.finishLogSum(sum.address) - expectedSums)).toBeLessThanOrEqual(
          1e-14 * (size + 1),
        )
      }),
    )
  })
})
