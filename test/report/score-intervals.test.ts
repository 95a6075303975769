// The delete-a-group jackknife against R, plain twins and its coverage.
import { rank, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { scoreIntervals } from 'criba/report'
import { describe, expect, it } from 'vitest'
import { assignParts } from '../../dist/src/core/statistics/division.js'
import { tableOf } from '../resample/normal-table.ts'
import { jackknifeInterval } from '../../dist/src/analyses/resample/score-intervals.js'

describe('the jackknife', () => {
  it('has the error and the ends that R gives (qt)', () => {
    const replicates = [0.5, 0.52, 0.49, 0.55, 0.48, 0.51, 0.53, 0.47, 0.5, 0.54]
    const { error, low, high } = jackknifeInterval(0.512, replicates)!
    expect(error).toBeCloseTo(0.07403377607551846, 14)
    expect(low).toBeCloseTo(0.34452396316176759, 12)
    expect(high).toBeCloseTo(0.67947603683823243, 12)
  })

  it('has no interval where a value is missing or infinite', () => {
    expect(jackknifeInterval(1, [1, null, 1])).toBe(null)
    expect(jackknifeInterval(1, [1, Infinity, 1])).toBe(null)
    expect(jackknifeInterval(Infinity, [1, 2, 1])).toBe(null)
    expect(jackknifeInterval(1, [1])).toBe(null)
  })
})

describe('intervals of scores', () => {
  it('are those of the scores without each of ten groups of rows, computed plainly', async () => {
    const { x0, y } = tableOf(4, 97, 2, [0.7])
    const table = tableFromColumns({ x0, y })
    const [{ intervals }] = await scoreIntervals(table, { target: 'y', by: ['pearson'], seed: 5 })
    const rows = Int32Array.from({ length: 97 }, (_, i) => i)
    const none = { strata: null, groups: null, times: null, hashes: null }
    const parts = assignParts({ folds: 10, seed: 5, number: 0 }, 97, rows, none)
    const without = Array.from({ length: 10 }, (_, part) => {
      const kept = [...rows].filter((row) => parts[row] !== part)
      return correlation(
        kept.map((row) => x0[row]),
        kept.map((row) => y[row]),
      )
    })
    const mean = without.reduce((sum, one) => sum + one, 0) / 10
    const error = Math.sqrt(0.9 * without.reduce((sum, one) => sum + (one - mean) ** 2, 0))
    expect(intervals[0].score).toBeCloseTo(correlation(x0, y), 12)
    expect(intervals[0].error).toBeCloseTo(error, 12)
    expect(intervals[0].high - intervals[0].low).toBeCloseTo(2 * 2.2621571627982 * error, 9)
  })

  it('cover the true value in about 95 of 100 tables', async () => {
    const columns = 300
    const noise = tableFromColumns(tableOf(11, 300, columns, []))
    const [{ intervals }] = await scoreIntervals(noise, { drop: ['y'], by: ['variance'] })
    const covered = intervals.filter(({ low, high }) => low <= 1 && high >= 1).length / columns
    // Four standard errors of a share of 0.95 of 300 columns are 0.05.
    expect(covered).toBeGreaterThan(0.9)
    expect(covered).toBeLessThan(0.995)
  })

  it('are as wide for copies of rows that are left out together as for the rows', async () => {
    const rows = tableOf(7, 100, 60, [])
    const copied = Object.fromEntries(
      Object.entries(rows).map(([name, values]) => [
        name,
        Float64Array.from({ length: 400 }, (_, i) => values[i >> 2]),
      ]),
    )
    const row = Array.from({ length: 400 }, (_, i) => `r${i >> 2}`)
    const errorOf = async (table: Table, group?: string) => {
      const spec = { drop: group === undefined ? ['y', 'row'] : ['y'], by: ['variance'] as const }
      const [{ intervals }] = await scoreIntervals(table, { ...spec, ...(group !== undefined && { group }) })
      return intervals.reduce((sum, { error }) => sum + error, 0) / intervals.length
    }
    const copies = tableFromColumns({ ...copied, row })
    const alone = await errorOf(tableFromColumns({ ...rows, row: row.slice(0, 100) }))
    expect((await errorOf(copies, 'row')) / alone).toBeCloseTo(1, 0.7)
    // Four copies of a row count as four rows otherwise.
    expect((await errorOf(copies)) / alone).toBeCloseTo(0.5, 0.7)
  })

  it('belong to the columns of the ranking, in its order, on both sources', async () => {
    const table = await readTable('examples/penguins.csv')
    const spec = { target: 'species', by: ['mutual-information', 'anova-f'] } as const
    const { rankings } = await rank(table, spec)
    const found = await scoreIntervals(table, spec)
    expect(found.map(({ method }) => method)).toEqual(['mutual-information', 'anova-f'])
    for (const [place, { intervals }] of found.entries()) {
      const scored = rankings[place].scores.filter(({ score }) => score !== null)
      expect(intervals.map(({ feature, score }) => [feature, score])).toEqual(
        scored.map(({ feature, score }) => [feature, score]),
      )
      for (const { low, score, high } of intervals) expect(low <= score && score <= high).toBe(true)
    }
    const duck = await duckSourceOf(table)
    try {
      const [inDuck] = await scoreIntervals(duck, spec)
      expect(inDuck).toEqual(found[0])
    } finally {
      duck.close()
    }
  })

  it('are refused for too few rows, and absent where a score is infinite', async () => {
    const few = tableFromColumns({ a: [1, 2, 3, 4], y: [0, 1, 0, 1] })
    await expect(scoreIntervals(few, { target: 'y' })).rejects.toThrow(
      'missing rows: the data have 4 (intervals need 20 or more)',
    )
    const half = Array.from({ length: 40 }, (_, i) => i % 2)
    const [{ intervals }] = await scoreIntervals(
      tableFromColumns({ a: half, b: half.map((x, i) => x + i), y: half }),
      {
        target: 'y',
        by: ['anova-f'],
      },
    )
    expect(intervals.map(({ feature }) => feature)).toEqual(['b'])
  })
})

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
  const [mx, my] = [mean(x), mean(y)]
  const product = (a: readonly number[], ma: number, b: readonly number[], mb: number) =>
    a.reduce((sum, one, i) => sum + (one - ma) * (b[i] - mb), 0)
  return product(x, mx, y, my) / Math.sqrt(product(x, mx, x, mx) * product(y, my, y, my))
}
