// Many columns, of which few or none are informative.
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'
import { select } from '../untyped.ts'
import { isLong } from '../properties/runs.ts'

const named = <Value>(name: string, count: number, value: (j: number) => Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, j) => [`${name}${j + 1}`, value(j)]))

describe('many columns', () => {
  const table = analystTests()

  {
    const { normal } = draws(61)
    const machines = rows(200, () => {
      const [a, b] = [rounded(normal(), 3), rounded(normal(), 3)]
      return {
        ...named('flag', 240, () => 0),
        a,
        ...named('noise', 18, () => rounded(normal(), 3)),
        ...named('mode', 240, () => 'off'),
        b,
        state: a + b + 0.5 * normal() > 0 ? 'good' : 'bad',
      }
    })
    const constant = [...Object.keys(named('flag', 240, String)), ...Object.keys(named('mode', 240, String))]
    table('500 columns, 480 of them constant', textOf(machines), {
      target: 'state',
      found: Object.fromEntries(constant.map((name) => [name, ['constant'] as const])),
      setApart: constant,
      informative: ['a', 'b'],
    })
  }

  {
    const { normal } = draws(62)
    const samples = rows(30, (row) => {
      const isTumour = row % 2 === 0
      return {
        ...named('gene', 99, () => rounded(normal(), 3)),
        marker: rounded((isTumour ? 2.6 : 0) + normal(), 3),
        ...named('more', 100, () => rounded(normal(), 3)),
        tissue: isTumour ? 'tumour' : 'healthy',
      }
    })
    table('30 rows and 200 columns', textOf(samples), {
      target: 'tissue',
      informative: ['marker'],
      mayBeFound: { marker: ['leak'] },
      mayWarn: [/leak: .*marker/],
    })
  }

  {
    const { normal, pick, happens } = draws(63)
    const noise = rows(250, () => ({
      ...named('x', 8, () => rounded(normal(), 2)),
      colour: pick(['red', 'green', 'blue']),
      isNew: happens(0.5),
      y: pick(['yes', 'no']),
    }))
    table('only noise', textOf(noise), { target: 'y', informative: [] }, ({ selected }) => {
      expect(selected.selected).toEqual([])
    })
  }

  // At 0.05 a column is chosen by chance in one of 20 tables; more than 6 of 40 tables have a probability below 1 in 70.
  it.each([
    ['classes', (random: ReturnType<typeof draws>) => random.pick(['yes', 'no'])],
    ['numbers', (random: ReturnType<typeof draws>) => rounded(random.normal(), 3)],
  ] as const)('chooses columns of noise no more often than its level allows: %s', async (_, answer) => {
    const found = []
    for (let seed = 0; seed < (isLong ? 40 : 20); seed += 1) {
      const random = draws(1000 + seed)
      const of = <Value>(make: () => Value) => Array.from({ length: 150 }, make)
      const columns = named('x', 8, (j) =>
        of(() => (j % 2 ? random.pick(['a', 'b', 'c']) : rounded(random.normal(), 2))),
      )
      const data = tableFromColumns({ ...columns, y: of(() => answer(random)) } as Parameters<
        typeof tableFromColumns
      >[0])
      const { selected } = await select(data, { target: 'y', seed })
      if (selected.length > 0) found.push(seed)
    }
    // At 5 % more are three of a thousand such tests.
    expect(found.length).toBeLessThanOrEqual(isLong ? 6 : 4)
  })
})
