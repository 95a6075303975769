// Means of numbers whose sum is no number: a gap is filled by one, on both sources.
import { expect, it } from 'vitest'
import { compare, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'

it('fills gaps between numbers near 10^308 by the same mean in memory and in DuckDB', async () => {
  const table = tableFromColumns({
    y: [1, 1, 2, 3, 3, 3, 2, 3, 1, 2],
    x: [1e308, null, 1e308, null, -1e308, -1e308, -1e308, -1e308, -1e308, 1e308],
    z: [9, 1, 3, 8, 7, 6, -1.7e308, 1.7e308, 2, 4],
  })
  const spec = { target: 'y', task: 'classification', methods: ['mim'], k: 1, folds: 2 } as const
  const source = await duckSourceOf(table)
  try {
    const [memory, engine] = [
      await compare(table, { ...spec, learner: ['logistic'] }),
      await compare(source, { ...spec, learner: ['logistic'] }),
    ]
    expect(engine.methods[0].evidence).toEqual(memory.methods[0].evidence)
  } finally {
    source.close()
  }
})
