import { select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { uniform } from './noise-searches.ts'
import { productTable } from './synergy-tables.ts'

/** Wilson's interval of a share (1927), of 99.8 %. */
function wilson(count: number, of: number, z = 3.09): readonly [number, number] {
  const [share, centre] = [count / of, (count + (z * z) / 2) / (of + z * z)]
  const half = (z / (of + z * z)) * Math.sqrt(of * share * (1 - share) + (z * z) / 4)
  return [centre - half, centre + half]
}

type Next = () => number

/** The sum of twelve uniform numbers is nearly normal. */
const normal = (next: Next) => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)

/** Columns of noise of several kinds, beside a target that depends on nothing. */
const noises = [
  { title: 'normal, 500 × 60, 2 classes', rows: 500, columns: 60, classes: 2, cell: normal },
  { title: 'normal, 300 × 60, 3 classes', rows: 300, columns: 60, classes: 3, cell: normal },
  {
    title: '20 levels, 300 × 60',
    rows: 300,
    columns: 60,
    classes: 3,
    cell: (next: Next) => `l${Math.floor(20 * next())}`,
  },
  {
    title: '2 % ones, 500 × 60',
    rows: 500,
    columns: 60,
    classes: 2,
    cell: (next: Next) => (next() < 0.02 ? 'yes' : 'no'),
  },
  {
    title: '90 % zeros, 300 × 60',
    rows: 300,
    columns: 60,
    classes: 2,
    cell: (next: Next) => (next() < 0.9 ? 0 : next()),
  },
  {
    title: 'two levels, 200 × 60',
    rows: 200,
    columns: 60,
    classes: 2,
    cell: (next: Next) => (next() < 0.5 ? 'yes' : 'no'),
  },
] as const

describe('synergy', () => {
  it.each(noises)(
    'is found in at most 5 % of the searches on noise: $title',
    async ({ rows, columns, classes, cell }) => {
      const runs = 120
      let hints = 0
      for (let seed = 1; seed <= runs; seed++) {
        const next = uniform(seed)
        const column = () => Array.from({ length: rows }, () => cell(next))
        const features = Array.from({ length: columns }, (_, i) => [`x${i}`, column()] as const)
        const y = Array.from({ length: rows }, () => `c${Math.floor(classes * next())}`)
        const { synergies } = await select(tableFromColumns([['y', y], ...features]), {
          target: 'y',
          evidence: false,
        })
        if (synergies!.found.length > 0) hints++
      }
      expect(wilson(hints, runs)[0]).toBeLessThanOrEqual(0.05)
    },
  )

  it('is found in products, alone and beside an effect of one column', async () => {
    const runs = 20
    for (const effect of [0, 1]) {
      let found = 0
      for (let seed = 1; seed <= runs; seed++) {
        const { selected, synergies } = await select(productTable(seed, effect), {
          target: 'y',
          evidence: false,
        })
        const hinted = synergies!.found.some(({ a, b }) => [a, b].sort().join() === 'd,e')
        if (hinted || (selected.includes('d') && selected.includes('e'))) found++
      }
      expect(found).toBe(runs)
    }
  })

  it('is found in at most 5 % of the searches where effects add up, though columns are measured several times', async () => {
    const runs = 60
    let hints = 0
    for (let seed = 1; seed <= runs; seed++) {
      const next = uniform(seed)
      const column = () => Array.from({ length: 500 }, () => normal(next))
      const hidden = Array.from({ length: 4 }, column)
      const measured = hidden.flatMap((of, group) =>
        Array.from(
          { length: 6 },
          (_, i) => [`g${group}m${i}`, of.map((x) => x + 0.5 * normal(next))] as const,
        ),
      )
      const noise = Array.from({ length: 40 }, (_, i) => [`n${i}`, column()] as const)
      const sums = hidden[0].map((_, row) => hidden.reduce((sum, of) => sum + of[row], 0.6 * normal(next)))
      const y = sums.map((sum) => (sum < -0.9 ? 'low' : sum < 0.9 ? 'middle' : 'high'))
      const table = tableFromColumns([['y', y], ...measured, ...noise])
      const { synergies } = await select(table, { target: 'y', evidence: false })
      if (synergies!.found.length > 0) hints++
    }
    expect(wilson(hints, runs)[0]).toBeLessThanOrEqual(0.05)
  })
})
