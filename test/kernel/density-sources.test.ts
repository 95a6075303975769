import { MemorySource, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { densityInformation } from '../../dist/src/methods/criteria/families/neighbour-estimates.js'
import { gaussians, makeDensityRequest, scott } from './density-requests.ts'
import type { DensityRequest } from './density-requests.ts'

describe('kernel densities from memory and from DuckDB', () => {
  const { x, y } = gaussians(2500, 0.5, 2)
  const table = tableFromColumns([
    ['x', x],
    ['y', y],
    ['z', x.map((value, row) => (row % 3 === 0 ? null : value * y[row]))],
    ['w', x.map((_, row) => Number(row % 9 !== 0))],
  ])
  const sets = [['x'], ['z', 'x'], ['z'], []]

  it('have the same bits on 1, 2 and 3 threads', async () => {
    const requests = (['gaussian', 'box'] as const).map((kernel) =>
      makeDensityRequest(table, sets, ['y'], { kernel, bandwidth: 'scott' }),
    )
    const [one, two, eight] = await Promise.all(
      [1, 2, 3].map((threads) => new MemorySource(table).answer(requests, { threads })),
    )
    expect(two).toEqual(one)
    expect(eight).toEqual(one)
    expect(one.every(({ flaws }) => flaws.every((flaw) => flaw === null))).toBe(true)
  })

  it('have the same bits from DuckDB, also with excluded or permuted rows', async () => {
    const small = tableFromColumns(table.columns.map((column) => [column.name, firstValues(column)] as const))
    const request = makeDensityRequest(small, sets, ['y'], scott)
    const requests: DensityRequest[] = [
      request,
      { ...request, view: { weights: 3 } },
      { ...request, with: request.with.map((one) => ({ ...one, permuted: { seed: 1, number: 2 } })) },
    ]
    const fromMemory = await new MemorySource(small).answer(requests)
    const duckdb = await duckSourceOf(small)
    expect(duckdb.plan(requests).map((line) => line.request)).toEqual(['density', 'density', 'density'])
    expect(await duckdb.answer(requests)).toEqual(fromMemory)
    duckdb.close()
    expect(fromMemory[1].n[0]).toBe(355)
    expect(Math.abs(densityInformation(fromMemory[2], 0))).toBeLessThan(
      densityInformation(fromMemory[0], 0) / 2,
    )
  })
})

function firstValues(column: Table['columns'][number]): (number | null)[] {
  const { values, missing } = column as Extract<typeof column, { type: 'numeric' }>
  return [...values.subarray(0, 400)].map((value, row) => (missing?.[row] ? null : value))
}
