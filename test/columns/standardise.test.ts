import { standardise, tableFromColumns } from 'criba'
import type { NumericColumn, Table } from 'criba'
import { describe, expect, it } from 'vitest'

const numbers = (table: Table, column: number) => [...(table.columns[column] as NumericColumn).values]

describe('standardise', () => {
  const table = tableFromColumns({
    a: [2, 4, 4, 4, 5, 5, 7, 9],
    b: ['x', 'y', 'x', 'y', 'x', 'y', 'x', 'y'],
    c: Array(8).fill(3),
  })

  it('scales to mean 0 and population standard deviation 1', async () => {
    // Mean 5, standard deviation 2.
    expect(numbers(await standardise(table), 0)).toEqual([-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2])
  })

  it('scales to 0 to 1 with minmax', async () => {
    expect(numbers(await standardise(table, 'minmax'), 0)).toEqual(
      [0, 2, 2, 2, 3, 3, 5, 7].map((part) => part / 7),
    )
  })

  it('keeps categorical columns and missing values, and makes constants 0', async () => {
    const scaled = await standardise(table)
    expect(scaled.columns[1]).toBe(table.columns[1])
    expect(numbers(scaled, 2)).toEqual(Array(8).fill(0))
    const [column] = (await standardise(tableFromColumns({ a: [1, null, 3] }))).columns as NumericColumn[]
    expect([...column.values]).toEqual([-1, NaN, 1])
    expect([...column.missing!]).toEqual([0, 1, 0])
  })

  it('changes nothing with none, and names a column that it cannot scale', async () => {
    expect(numbers(await standardise(table, 'none'), 0)).toEqual(numbers(table, 0))
    await expect(standardise(tableFromColumns({ huge: [1e308, -1e308, 0] }))).rejects.toThrow(
      'unsuitable column huge',
    )
  })
})
