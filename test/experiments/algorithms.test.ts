import { runExperiment } from 'criba/experiments'
import type { ExperimentResult } from 'criba'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAlphaBeta } from '../../dist/experiments/madinabeitia/alpha-beta.js'
import { runRanks } from '../../dist/experiments/madinabeitia/ranks-of-target.js'
import { schemaFaults } from '../messy/schema.ts'
import { holdAlphaBeta, holdRanksOfTarget } from './sized.ts'

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

// With eleven columns in slow.long.ts.
describe('the weights of MI-DT', () => {
  it('have the published hits: E always 100 %, D 60 % from α/β = 3.33 on (ejemploE_MIDT.csv, ejemploD_MIDT.csv)', () =>
    holdAlphaBeta(6, runAlphaBeta({}, 6)))
})

describe('the ranks of the target of G', () => {
  it('lead the delta test to five of seven columns, where the others find one or two', () =>
    holdRanksOfTarget(runRanks({}, 7)))
})
