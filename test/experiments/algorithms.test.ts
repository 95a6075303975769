import { runExperiment } from 'criba/experiments'
import type { ExperimentResult, MatrixChart } from 'criba'
import { beforeAll, describe, expect, it } from 'vitest'
import { schemaFaults } from '../messy/schema.ts'

describe('all algorithms on example E', () => {
  let result: ExperimentResult
  beforeAll(async () => {
    result = await runExperiment('all-algorithms')
  })

  it('have the published hits (ejemploE_todos_algoritmos.csv)', () => {
    const { columns, rows } = result.tables[0]
    const first = columns.indexOf('hits % search MI')
    const published = [
      [100, 100, 100, 100, 100, 100 / 3, 100 / 3],
      [100, 100, 100, 100, 100, 200 / 3, 200 / 3],
      [100, 100, 100, 100, 100, 200 / 3, 200 / 3],
      [100, 100, 100, 100, 100, 100, 100],
      [100, 100, 100, 100, 200 / 3, 100, 100],
      [100, 100, 100, 100, 100, 100, 100],
      [100, 100, 100, 100, 100, 100, 100],
      [100, 100, 100, 100, 100, 100, 100],
      [100, 0, 100, 100, 200 / 3, 200 / 3, 100],
    ]
    for (const [i, row] of rows.entries())
      for (const [j, share] of published[i].entries()) expect(row[first + j]).toBeCloseTo(share, 9)
    expect(columns.slice(1, 10).every((name) => name.startsWith('seconds'))).toBe(true)
  })

  it('find x0, x1, x2 in every table as defined, but for mRMR', () => {
    const [, { columns, rows }] = result.tables
    const sets = (name: string) => rows.map((row) => row[columns.indexOf(name)])
    for (const name of [
      'exhaustive DT',
      'backward MI',
      'backward DT',
      'backward MI-DT',
      'DT, then backward MI',
    ])
      expect(sets(name)).toEqual(rows.map(() => 'x0 x1 x2'))
    // Half of 3 to 11 columns; the relevance of x2 comes first, so not the first half of the columns.
    expect(sets('mRMR, half').slice(0, 3)).toEqual(['x2', 'x0 x2', 'x0 x2'])
    expect(sets('mRMR, rising')).toEqual(rows.map(() => 'x2'))
  })

  it('follow the schema', () => expect(schemaFaults(result)).toEqual([]))
})

describe('the weights of MI-DT', () => {
  it('have the published hits: E always 100 %, D 60 % from α/β = 3.33 on (ejemploE_MIDT.csv, ejemploD_MIDT.csv)', async () => {
    const result = await runExperiment('alpha-beta')
    expect(schemaFaults(result)).toEqual([])
    const { columns, rows } = result.tables[1]
    expect(columns.slice(0, 5)).toEqual(['example', 'columns', 'alpha', 'beta', 'hits %'])
    expect(rows).toHaveLength((10 + 7 + 9) * 64)
    const ofE = rows.filter(([of]) => of === 'E')
    expect(new Set(ofE.map((row) => row[4]))).toEqual(new Set([100]))
    expect(ofE.slice(0, 9).map((row) => row.slice(2, 4))).toEqual([
      [0.5, 0.5],
      [0.5, 1],
      [0.5, 1.5],
      [0.5, 2],
      [0.5, 3],
      [0.5, 4],
      [0.5, 5],
      [0.5, 10],
      [1, 0.5],
    ])
    const chart = result.charts[0] as MatrixChart
    expect(chart.values).toEqual([
      [20, 20, 20, 20, 20, 20, 20, 20],
      [20, 20, 20, 20, 20, 20, 20, 20],
      [20, 20, 20, 20, 20, 20, 20, 20],
      [60, 20, 20, 20, 20, 20, 20, 20],
      [60, 20, 20, 20, 20, 20, 20, 20],
      [60, 60, 20, 20, 20, 20, 20, 20],
      [60, 60, 60, 20, 20, 20, 20, 20],
      [60, 60, 60, 60, 60, 20, 20, 20],
    ])
    expect(result.found).toContain('from α/β = 3.33 on')
  })
})

describe('the ranks of the target of G', () => {
  it('lead the delta test to five of seven columns, where the others find one or two', async () => {
    const result = await runExperiment('example-g-ranks')
    expect(schemaFaults(result)).toEqual([])
    expect(Object.fromEntries(result.tables[0].rows.map((row) => [row[0], row[3]]))).toEqual({
      'total correlation': 'x2 x6',
      'total correlation, standardised': 'x6',
      'delta test, standardised': 'x6',
      'KSG information': 'x6',
      'delta test of ranks': 'x0 x1 x2 x5 x6',
    })
  })
})
