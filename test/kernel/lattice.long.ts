import { describe, expect, it } from 'vitest'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { longCase, runLattice } from './lattice-cases.ts'
import { expectEverySubset, expectTwin } from './lattice-laws.ts'

it('the lattice of subsets sums rows in blocks of 8,192 with every assertion as it does without', async () => {
  const [checked, shipped] = await Promise.all([loadBuild('checked'), loadBuild('shipped')])
  for (const k of [1, 2]) {
    const input = longCase(k)
    expect(runLattice(input, checked)).toEqual(runLattice(input, shipped))
  }
})

it.each([1, 2])('the lattice of subsets sums rows in blocks of 8,192, places: %i', async (k) => {
  expectTwin(`blocks ${k}`, longCase(k), await loadBuild('shipped'))
})

describe.each(buildNames)('the lattice of subsets (%s)', (build) => {
  const load = () => loadBuild(build)

  it.each(['differences', 'distances'] as const)('gives 2,047 subsets of 120 rows: %s', async (wanted) =>
    expectEverySubset(11, wanted, await load()),
  )
})
