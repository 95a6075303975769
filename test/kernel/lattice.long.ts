import { expect, it } from 'vitest'
import { loadBuild } from './kernel-builds.ts'
import { longCase, runLattice } from './lattice-cases.ts'

it('the lattice of subsets sums rows in blocks of 8,192 with every assertion as it does without', async () => {
  const [checked, shipped] = await Promise.all([loadBuild('checked'), loadBuild('shipped')])
  for (const k of [1, 2]) {
    const input = longCase(k)
    expect(runLattice(input, checked)).toEqual(runLattice(input, shipped))
  }
})
