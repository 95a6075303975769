// However neighbours are found, the answer is the same to the bit.
import { MemorySource } from 'criba'
import type { Variable } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { isLong } from '../properties/runs.ts'
import {
  askNearest,
  columnsOf,
  expectSame,
  memberOf,
  subsetsOf,
  tableOf,
  tablesOf,
  variablesOf,
} from './data.ts'
import type { Asked, Columns } from './data.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f']

/** Everything that one walk over all subsets answers. */
function walked(y: Variable): readonly (readonly [title: string, asked: Asked])[] {
  const asked: [string, Asked][] = []
  for (const k of [1, 3]) {
    for (const scale of ['standard', 'none'] as const) {
      const common = { k, metric: 'euclidean', scale } as const
      asked.push([`distances k=${k} ${scale}`, { ...common, wanted: { of: 'distances' } }])
      for (const ties of ['shared', 'first'] as const) {
        for (const as of ['value', 'rank'] as const) {
          const wanted = { of: 'differences', target: y, ties, as } as const
          asked.push([`differences k=${k} ${scale} ${ties} ${as}`, { ...common, wanted }])
        }
      }
    }
  }
  return asked
}

/** What is asked of sets one by one. */
function others(variable: (name: string) => Variable): readonly (readonly [title: string, asked: Asked])[] {
  const y = variable('y')
  const common = { k: 2, scale: 'standard' } as const
  return [
    ['distances, manhattan', { ...common, metric: 'manhattan', wanted: { of: 'distances' } }],
    ['distances, chebyshev', { ...common, metric: 'chebyshev', wanted: { of: 'distances' } }],
    [
      'differences, chebyshev',
      {
        ...common,
        metric: 'chebyshev',
        wanted: { of: 'differences', target: y, as: 'value', ties: 'shared' },
      },
    ],
    ...([1, 2] as const).map(
      (rule) =>
        [
          `margins ${rule}`,
          { ...common, metric: 'chebyshev', wanted: { of: 'ksg', with: [y], rule } },
        ] as const,
    ),
    [
      'margins with jitter',
      { ...common, jitter: 1e-3, metric: 'chebyshev', wanted: { of: 'ksg', with: [y], rule: 1 } },
    ],
    ['levels', { ...common, metric: 'chebyshev', wanted: { of: 'levels', target: variable('level') } }],
  ]
}

describe.each(tablesOf(60).map((one, place) => [...one, place] as const))('%s', (_, columns, place) => {
  const table = tableOf(columns)
  const variable = variablesOf(columns)
  const of = names.map(variable)
  /** Each is asked of a third of the tables; the long tests ask all. */
  const inTurn = <One>(all: readonly One[]) => all.filter((_, i) => isLong || (i + place) % 3 === 0)

  describe.each([
    [1, 6],
    [2, 3],
  ] as const)('sets of %i to %i columns', (from, to) => {
    it.each(inTurn(walked(variable('y'))))('one walk is each set by itself: %s', async (_, asked) => {
      const walk = new MemorySource(table)
      const apart = new MemorySource(table)
      const inOne = await askNearest(walk, { of, sizes: [from, to] }, asked)
      const list = subsetsOf(of, [from, to])
      expectSame(inOne, await askNearest(apart, { list }, asked))
      expect(inOne.n).toHaveLength(list.length)
      // The two do go different ways.
      expect(Object.keys(walk.work.kernels)).toContain('sumLattice')
      expect(Object.keys(apart.work.kernels)).not.toContain('sumLattice')
    })
  })

  it('a family is the sets it names', async () => {
    const [first, second, ...rest] = of
    const base = [first, second]
    for (const [title, asked] of [...walked(variable('y')).slice(0, 5), ...others(variable)]) {
      const list = rest.map((one) => [...base, one])
      const expected = await askNearest(table, { list }, asked)
      expectSame(await askNearest(table, { base, each: rest }, asked), expected, title)
      expectSame(await askNearest(table, { of: rest, sizes: [1, 1], base }, asked), expected, title)
      const alone = await askNearest(table, { list: [list[2]] }, asked)
      expectSame(memberOf(expected, 2, list.length), alone, title)
    }
  })

  it('columns of one value add nothing, though others ways to search are taken', async () => {
    const flats = Array.from({ length: 11 }, (_, i) => `flat ${i}`)
    const flat: Columns = {
      ...columns,
      ...Object.fromEntries(flats.map((name) => [name, columns['a'].map(() => 3)])),
    }
    const named = variablesOf(flat)
    const source = new MemorySource(tableOf(flat))
    for (const [title, asked] of [...walked(named('y')), ...others(named)]) {
      // Jitter gives a constant column values.
      if (asked.jitter) continue
      for (const set of [['a'], ['c', 'd']]) {
        const alone = await askNearest(source, { list: [set.map(named)] }, asked)
        for (const more of [flats.slice(0, 1), flats]) {
          const found = await askNearest(source, { list: [[...set, ...more].map(named)] }, asked)
          expectSame(found, alone, `${title} of ${set.join()} and ${more.length}`)
        }
      }
    }
    const ways = ['searchLine', 'searchTree', 'searchQuantised', 'nearestInPlane', 'nearestInStrips']
    expect(Object.keys(source.work.kernels)).toEqual(expect.arrayContaining(ways))
  })

  it('an engine gives what memory gives', async () => {
    const engine = await duckSourceOf(table)
    // Only what is asked of is fetched, so columns stand elsewhere.
    const few = { list: [[variable('f'), variable('c')]] }
    for (const [title, asked] of [...walked(variable('y')), ...others(variable)].reverse())
      expectSame(await askNearest(engine, few, asked), await askNearest(table, few, asked), title)
    const list = subsetsOf(of, [1, 2])
    for (const [title, asked] of [...walked(variable('y')), ...others(variable)]) {
      expectSame(await askNearest(engine, { list }, asked), await askNearest(table, { list }, asked), title)
    }
    const [[, asked]] = walked(variable('y'))
    const lattice = { of, sizes: [1, 6] } as const
    expectSame(await askNearest(engine, lattice, asked), await askNearest(table, lattice, asked))
    engine.close()
  })
})

describe('threads', () => {
  const large = columnsOf('continuous', 1000, 21)
  const tied = columnsOf('of few decimals', 1000, 22)

  it.each([
    ['continuous', large],
    ['tied', tied],
  ])('however many find neighbours, the answer is the same: %s', async (_, columns) => {
    const table = tableOf(columns)
    const variable = variablesOf(columns)
    const list = subsetsOf(names.slice(0, 4).map(variable), [1, 3])
    const differences = walked(variable('y')).find(([title]) => title.includes('k=3 standard shared value'))!
    for (const [title, asked] of [walked(variable('y'))[0], differences, ...others(variable)]) {
      const alone = await askNearest(table, { list }, asked, { threads: 1 })
      for (const threads of [2, 3])
        expectSame(await askNearest(table, { list }, asked, { threads }), alone, title)
    }
  })

  it('however many walk, the answer is the same, and that of sets apart', async () => {
    // Fifteen columns are walked in two parts.
    const wide = Object.fromEntries(
      [columnsOf('continuous', 64, 23), columnsOf('of few decimals', 64, 24), columnsOf('rounded', 64, 25)]
        .flatMap((columns, part) => names.map((name) => [`${name}${part}`, columns[name]] as const))
        .slice(0, 15),
    )
    const columns: Columns = { ...wide, y: columnsOf('rounded', 64, 26)['y'] }
    const variable = variablesOf(columns)
    const of = Object.keys(wide).map(variable)
    for (const [title, asked] of walked(variable('y')).slice(0, 2)) {
      const alone = await askNearest(tableOf(columns), { of, sizes: [1, 15] }, asked, { threads: 1 })
      expect(alone.n).toHaveLength(2 ** 15 - 1)
      for (const threads of [2, 3])
        expectSame(
          await askNearest(tableOf(columns), { of, sizes: [1, 15] }, asked, { threads }),
          alone,
          title,
        )
      const some = Array.from({ length: 60 }, (_, i) => (1 + i * 547) % 2 ** 15)
      const list = some.map((mask) => of.filter((_, bit) => (mask >> bit) & 1))
      const apart = await askNearest(tableOf(columns), { list }, asked)
      some.forEach((mask, i) =>
        expectSame(memberOf(alone, mask - 1, 2 ** 15 - 1), memberOf(apart, i, 60), title),
      )
    }
  })
})
