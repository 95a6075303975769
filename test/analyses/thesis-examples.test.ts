import { exampleData, exampleTable, functions } from 'criba/experiments'
import type { FunctionName } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import { score, select } from '../untyped.ts'
import { inTurn } from '../properties/runs.ts'

/** The columns that the target depends on; in F the share of x5 is tiny, and no criterion finds it. */
const found: Partial<Record<FunctionName, readonly number[]>> = {
  A: functions.A.of,
  B: functions.B.of,
  B_2_3: functions.B_2_3.of,
  C: functions.C.of,
  D: functions.D.of,
  E: functions.E.of,
  F: [0, 2, 3],
}
const names = Object.keys(found) as FunctionName[]
const tableOf = (name: FunctionName, width: number) => exampleTable(exampleData(name, { width, rows: 1000 }))

describe('the examples of Madinabeitia (2019)', () => {
  it('are generated as in the thesis: its table for A has the total correlation of the first column', async () => {
    const { scores } = await score(tableOf('A', 1), {
      target: 'y',
      features: ['x0'],
      by: ['total-correlation:scale=none'],
    })
    expect(scores[0].score! * Math.LN2).toBeCloseTo(6.294483731008576, 9)
  })

  const scales = ['none', 'standard'] as const
  const scaled = names.flatMap((name, place) =>
    inTurn(scales, place, 2).map((scale) => [name, scale] as const),
  )
  it.each(scaled)(
    '%s with nine columns: of all subsets the delta test prefers the columns of the target, at scale %s',
    async (name, scale) => {
      const { selected, evaluations } = await select(tableOf(name, 9), {
        target: 'y',
        method: `exhaustive-dt:scale=${scale}`,
      })
      expect(selected).toEqual(found[name]!.map((i) => `x${i}`))
      expect(evaluations).toBe(511)
    },
  )

  it('information continues from the columns that the delta test chose, as the thesis proposes', async () => {
    const table = tableOf('E', 6)
    const spec = { target: 'y', criterion: 'total-correlation', search: 'backward:acceptTies=false' }
    const chained = await select(table, { ...spec, startFrom: 'exhaustive-dt' })
    expect(chained.selected).toEqual(['x0', 'x1', 'x2'])
    const alone = await select(table, spec)
    expect(chained.evaluations).toBeLessThan(alone.evaluations)
  })
})
