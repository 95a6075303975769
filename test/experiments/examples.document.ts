import { runExperiment } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import {
  dataOf,
  publishedScores,
  rightColumns,
  widths,
} from '../../dist/experiments/madinabeitia/example-sets.js'
import { publishedTable } from '../../dist/experiments/madinabeitia/published-table.js'
import { variants } from '../../dist/experiments/madinabeitia/variants.js'
import { published } from './published.ts'
import { expectExample, expectRow } from './published-row.ts'

const variantOf = (name: string) => variants.find((variant) => variant.name === name)!

describe('the published tables of Madinabeitia (2019)', () => {
  // Whole in slow.long.ts; of eleven columns the sets are many.
  it.each(Object.keys(published))('rows of %s reappear', async (name) => {
    const variant = variantOf(name)
    const data = dataOf(variant)
    for (const row of published[name].filter(({ width }, i) => i === 0 || width < 8)) {
      const scores = await publishedScores(variant, data, row.width, {})
      expectRow(publishedTable([scores], rightColumns(variant)), row, 1e-9)
    }
  })

  it.each(variants.filter(({ name, rows }) => rows === 1000 && !(name in published)))(
    '$name has scores for the columns of its function',
    async (variant) => {
      const [width] = widths(variant)
      const scores = await publishedScores(variant, dataOf(variant, width), width, {})
      const [row] = publishedTable([scores], rightColumns(variant)).rows
      expect(row.slice(1, 4)).toEqual(Array(3).fill(expect.stringMatching(/^x\d/)))
      expect(row.slice(4, 11).every(Number.isFinite)).toBe(true)
    },
  )

  const whole = runExperiment('example-c')

  it('example-c reappears whole', async () => expectExample(await whole, published['example-c']))

  it('as defined, the delta test finds what it loses as published', async () => {
    const { tables, found } = await whole
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
    const { charts } = await whole
    const landscape = charts.find((chart) => chart.kind === 'landscape')!
    expect(landscape.sets).toHaveLength(255)
    const isDominated = ({ x, y }: { x: number; y: number }) =>
      landscape.sets.some((set) => set.x >= x && set.y <= y && (set.x > x || set.y < y))
    for (const set of landscape.sets) expect(set.front === true).toBe(!isDominated(set))
  })
})
