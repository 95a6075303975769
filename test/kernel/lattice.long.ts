import { expect, it } from 'vitest'
import { doorTo } from './doors.ts'
import { longCase, walk } from './lattice-given.ts'

it('the lattice of subsets sums rows in blocks of 8,192 with every assertion as it does without', async () => {
  const [checked, shipped] = await Promise.all([doorTo('checked'), doorTo('shipped')])
  for (const k of [1, 2]) {
    const given = longCase(k)
    expect(walk(given, checked)).toEqual(walk(given, shipped))
  }
})
