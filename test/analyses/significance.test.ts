import { select, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { letters, searchesThatChoseNoise, uniform } from './noise-searches.ts'

/** A target that depends on two columns, a copy of the first with errors, and noise. */
function relatedTable(seed: number, rows = 400, others = 12) {
  const next = uniform(seed)
  const [first, second] = [letters(rows, next), letters(rows, next)]
  const y = first.map((level, row) => (next() < 0.2 ? 'n' : level < 'c' !== second[row] < 'c' ? 'n' : level))
  const near = first.map((level) => (next() < 0.1 ? 'a' : level))
  const noise = Array.from({ length: others }, (_, i) => [`noise${i}`, letters(rows, next)] as const)
  return tableFromColumns([['y', y], ['first', first], ['second', second], ['near', near], ...noise])
}

describe('the significance of a gain', () => {
  it('chooses the informative columns and no noise, and sets a near copy aside because of its original', async () => {
    const { selected, setAside, steps } = await select(relatedTable(1), { target: 'y' })
    expect([...selected].sort()).toEqual(['first', 'second'])
    expect(setAside.find(({ feature }) => feature === 'near')?.because).toBe('first')
    for (const { pValue } of steps) expect(pValue).toBeLessThan(0.05 / 10)
  })

  // Of 100 searches, in significance.long.ts.
  it('chooses something in about alpha of the searches on noise', async () => {
    // One is expected; more than 4 have a probability of 1 in 2,000.
    expect(await searchesThatChoseNoise(8)).toBeLessThanOrEqual(4)
  })

  it('is the same from any source, on any number of threads, and with an additional column', async () => {
    const table = relatedTable(3, 250, 4)
    const spec = { target: 'y', seed: 7 }
    const { seconds: _, ...once } = await select(table, spec, { threads: 1 })
    const { seconds: __, ...again } = await select(table, spec, { threads: 3 })
    expect(again).toEqual(once)
    const source = await duckSourceOf(table)
    try {
      const { data: ___, seconds: ____, ...asked } = await select(source, spec)
      expect({ ...asked, data: once.data }).toEqual(once)
    } finally {
      source.close()
    }
    const p = (result: typeof once) => result.steps.map(({ feature, pValue }) => [feature, pValue])
    const { columns } = table
    const fewer = await select({ ...table, columns: columns.filter(({ name }) => name !== 'noise3') }, spec)
    expect(p(fewer)).toEqual(p(once))
  })

  it('does not take a criterion that reads numbers, nor weights that are not whole', async () => {
    const numbers = tableFromColumns({ y: [1, 2.5, 3, 4], a: [1, 2, 3, 5], w: [0.5, 1, 1, 1] })
    await expect(
      select(numbers, { target: 'y', criterion: 'delta-test', stop: 'significance', drop: ['w'] }),
    ).rejects.toThrow('significance permutes levels')
    await expect(
      select(numbers, { target: 'y', criterion: 'jmi', stop: 'significance', weights: 'w' }),
    ).rejects.toThrow('needs whole weights')
  })
})
