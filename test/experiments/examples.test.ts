import { runExperiment } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import { schemaFaults } from '../messy/schema.ts'
import { published } from './published.ts'
import { expectRow } from './published-row.ts'

describe('the published tables of Madinabeitia (2019)', () => {
  it.each(Object.keys(published))('%s reappears', async (name) => {
    const result = await runExperiment(name)
    expect(schemaFaults(result)).toEqual([])
    expect(result.charts.map((chart) => chart.kind)).toEqual(['lines', 'lines', 'lines', 'landscape'])
    for (const row of published[name]) expectRow(result.tables[0], row, 1e-9)
  })

  it('as defined, the delta test finds what it loses as published', async () => {
    const { tables, found } = await runExperiment('example-c')
    expect(tables[1].columns).toEqual([
      'columns',
      'total correlation',
      'total correlation, standardised',
      'delta test',
      'delta test, standardised',
    ])
    expect(tables[1].rows.map((row) => row.slice(1))).toEqual(
      Array.from({ length: 10 }, () => ['x0 x1', 'x0 x1', 'x0 x1', 'x0 x1']),
    )
    expect(found).toContain('find exactly these in 10 (MI), 2 (DT) and 10 (MI-DT) of 10 tables')
    expect(found).toContain('the delta test finds them in 10, standardised in 10; total correlation in 10')
  })

  it('the front of a landscape has no set that another one dominates', async () => {
    const { charts } = await runExperiment('example-b')
    const landscape = charts.find((chart) => chart.kind === 'landscape')!
    expect(landscape.sets).toHaveLength(255)
    const isDominated = ({ x, y }: { x: number; y: number }) =>
      landscape.sets.some((set) => set.x >= x && set.y <= y && (set.x > x || set.y < y))
    for (const set of landscape.sets) expect(set.front === true).toBe(!isDominated(set))
  })
})
