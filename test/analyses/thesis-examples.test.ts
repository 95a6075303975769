import { describe, expect, it } from 'vitest'
import { examples, exampleTable } from './thesis-examples.ts'
import type { Example } from './thesis-examples.ts'
import { score, select } from '../untyped.ts'

const names = Object.keys(examples) as Example[]

describe('the examples of Madinabeitia (2019)', () => {
  it('are generated as in the thesis: its table for A has the total correlation of the first column', async () => {
    const { scores } = await score(exampleTable('A', 1), {
      target: 'y',
      features: ['x0'],
      by: ['total-correlation:scale=none'],
    })
    expect(scores[0].score! * Math.LN2).toBeCloseTo(6.294483731008576, 9)
  })

  it.each(names.flatMap((name) => (['none', 'standard'] as const).map((scale) => [name, scale] as const)))(
    '%s with eleven columns: of all subsets the delta test prefers the columns of the target, at scale %s',
    async (name, scale) => {
      const { selected, evaluations } = await select(exampleTable(name, 11), {
        target: 'y',
        method: `exhaustive-dt:scale=${scale}`,
      })
      expect(selected).toEqual(examples[name].of.map((i) => `x${i}`))
      expect(evaluations).toBe(2047)
    },
  )

  it('information continues from the columns that the delta test chose, as the thesis proposes', async () => {
    const table = exampleTable('E', 6)
    const spec = { target: 'y', criterion: 'total-correlation', search: 'backward:acceptTies=false' }
    const chained = await select(table, { ...spec, startFrom: 'exhaustive-dt' })
    expect(chained.selected).toEqual(['x0', 'x1', 'x2'])
    const alone = await select(table, spec)
    expect(chained.evaluations).toBeLessThan(alone.evaluations)
  })
})
