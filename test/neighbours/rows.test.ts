// Which rows count, and in what order they stand.
import type { Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import { permutedRows } from '../../dist/src/core/statistics/permutation.js'
import { isLong } from '../properties/runs.ts'
import { randomNumbers } from '../parity/tables.ts'
import {
  askNearest,
  columnsOf,
  expectClose,
  expectSame,
  memberOf,
  rowsOf,
  subsetsOf,
  tableOf,
  tablesOf,
  takeRows,
  variablesOf,
} from './data.ts'
import type { Asked, Columns } from './data.ts'

const names = ['a', 'b', 'c', 'd', 'e']

/** One request of each kind, two of those that tie. */
function kindsOf(variable: (name: string) => Variable): readonly (readonly [title: string, asked: Asked])[] {
  const y = variable('y')
  const common = { scale: 'standard' } as const
  const euclidean = { ...common, metric: 'euclidean' } as const
  const chebyshev = { ...common, metric: 'chebyshev' } as const
  return [
    ['distances', { ...euclidean, k: 2, wanted: { of: 'distances' } }],
    [
      'differences',
      { ...euclidean, k: 3, wanted: { of: 'differences', target: y, as: 'value', ties: 'shared' } },
    ],
    ['ranks', { ...euclidean, k: 1, wanted: { of: 'differences', target: y, as: 'rank', ties: 'shared' } }],
    ['first', { ...euclidean, k: 3, wanted: { of: 'differences', target: y, as: 'value', ties: 'first' } }],
    ['margins 1', { ...chebyshev, k: 3, wanted: { of: 'ksg', with: [y], rule: 1 } }],
    ['margins 2', { ...chebyshev, k: 3, wanted: { of: 'ksg', with: [y], rule: 2 } }],
    ['levels', { ...chebyshev, k: 3, wanted: { of: 'levels', target: variable('level') } }],
  ]
}

/** What a request looks at beside its sets. */
const besideOf = ({ wanted }: Asked) =>
  wanted.of === 'distances' ? [] : wanted.of === 'levels' ? ['level'] : ['y']

/** Cells taken away, from some columns more than from others. */
function pierced(columns: Columns, seed: number): Columns {
  const random = randomNumbers(seed)
  return Object.fromEntries(
    Object.entries(columns).map(([name, cells], place) => [
      name,
      cells.map((cell) => (random() < (name === 'd' ? 0 : 0.04 * (place + 1)) ? null : cell)),
    ]),
  )
}

function completeRows(columns: Columns, among: readonly string[]): readonly number[] {
  return rowsOf(columns).filter((row) => among.every((name) => columns[name][row] !== null))
}

describe.each(tablesOf(70).map((one, place) => [...one, place] as const))('%s', (_, columns, place) => {
  const variable = variablesOf(columns)
  const list = subsetsOf(names, [1, 5])
  const family = { list: list.map((set) => set.map(variable)) }
  const kinds = kindsOf(variable)
  /** Each law meets each kind in a third of the tables; the long tests take all. */
  const inTurn = (law: number) => kinds.filter((_, i) => isLong || (i + place + law) % 3 === 0)

  it.each(inTurn(0))('each set has its own complete rows: %s', async (_, asked) => {
    const holed = pierced(columns, 3)
    const found = await askNearest(tableOf(holed), family, asked)
    const subsets = { of: names.map(variable), sizes: [1, 5] } as const
    expectSame(await askNearest(tableOf(holed), subsets, asked), found)
    for (const [place, set] of list.entries()) {
      const rest = takeRows(holed, completeRows(holed, [...set, ...besideOf(asked)]))
      const alone = await askNearest(tableOf(rest), { list: [set.map(variable)] }, asked)
      expectSame(memberOf(found, place, list.length), alone, set.join())
    }
  })

  it.each(inTurn(1))('rows out of a view are not there: %s', async (_, asked) => {
    const random = randomNumbers(5)
    const weight = columns['a'].map(() => (random() < 0.3 ? 0 : 1))
    const weighted: Columns = { ...columns, weight }
    const rest = takeRows(
      columns,
      rowsOf(columns).filter((row) => weight[row] === 1),
    )
    const weights = Object.keys(weighted).indexOf('weight')
    const expected = await askNearest(tableOf(rest), family, asked)
    expectSame(await askNearest(tableOf(weighted), family, { ...asked, view: { weights } }), expected)
    const lattice = { of: names.map(variable), sizes: [1, 5] } as const
    expectSame(await askNearest(tableOf(weighted), lattice, { ...asked, view: { weights } }), expected)

    const holed: Columns = { ...columns, hole: weight.map((one) => (one === 0 ? null : 1)) }
    const complete = [Object.keys(holed).indexOf('hole')]
    expectSame(await askNearest(tableOf(holed), family, { ...asked, view: { complete } }), expected)

    const ones: Columns = { ...columns, weight: weight.map(() => 1) }
    expectSame(
      await askNearest(tableOf(ones), family, { ...asked, view: { weights } }),
      await askNearest(tableOf(columns), family, asked),
    )
  })

  it.each(inTurn(0).filter(([title]) => title !== 'first'))(
    'no row is before another: %s',
    async (_, asked) => {
      const expected = await askNearest(tableOf(columns), family, asked)
      const random = randomNumbers(7)
      const order = rowsOf(columns)
        .map((row) => [random(), row])
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row)
      for (const places of [order, [...rowsOf(columns)].reverse()])
        expectClose(await askNearest(tableOf(takeRows(columns, places)), family, asked), expected, 1e-12)
    },
  )

  it.each(inTurn(1))('it does not matter where the columns stand: %s', async (title, asked) => {
    const moved: Columns = Object.fromEntries([['more', columns['f']], ...Object.entries(columns).reverse()])
    const named = variablesOf(moved)
    const elsewhere = kindsOf(named).find(([other]) => other === title)![1]
    expectSame(
      await askNearest(tableOf(moved), { list: list.map((set) => set.map(named)) }, elsewhere),
      await askNearest(tableOf(columns), family, asked),
    )
    // In another order of a set, squares are summed otherwise.
    const turned = { list: list.map((set) => set.map(variable).reverse()) }
    expectClose(
      await askNearest(tableOf(columns), turned, asked),
      await askNearest(tableOf(columns), family, asked),
      1e-12,
    )
  })

  it.each(inTurn(0))('a permuted column is a column with its values permuted: %s', async (title, asked) => {
    for (const gaps of [false, true]) {
      const given = gaps ? pierced(columns, 9) : columns
      for (const name of [...besideOf(asked), 'a', 'b']) {
        const permutation = { seed: 4, number: 2 }
        const plain = variablesOf(given)
        const permuted = (one: string) =>
          one === name ? { ...plain(one), permuted: permutation } : plain(one)
        const permutedAsked = kindsOf(permuted).find(([other]) => other === title)![1]
        const present = Int32Array.from(completeRows(given, [name]))
        const from = permutedRows(permutation, name, rowsOf(given).length, present)
        const moved: Columns = { ...given, [name]: rowsOf(given).map((row) => given[name][from[row]]) }
        expect(moved[name].some((cell, row) => cell !== given[name][row])).toBe(new Set(given[name]).size > 2)
        const movedRequests = kindsOf(variablesOf(moved)).find(([other]) => other === title)![1]
        const setsOf = (one: (name: string) => Variable) => [
          { list: list.map((set) => set.map(one)) },
          { of: names.map(one), sizes: [1, 5] } as const,
        ]
        for (const [i, sets] of setsOf(permuted).entries()) {
          expectSame(
            await askNearest(tableOf(given), sets, permutedAsked),
            await askNearest(tableOf(moved), setsOf(plain)[i], movedRequests),
            `${name} ${gaps}`,
          )
        }
      }
    }
  })
})

describe('few rows', () => {
  const columns = columnsOf('of few decimals', 6, 31)
  const variable = variablesOf(columns)
  const family = { of: names.map(variable), sizes: [1, 5] } as const

  it.each(kindsOf(variable))('k rows or fewer have no score, and say so: %s', async (title, asked) => {
    for (const rows of [2, 3, 4]) {
      const table = tableOf(takeRows(columns, rowsOf(columns).slice(0, rows)))
      const found = await askNearest(table, family, asked)
      // Rows of one level have as many neighbours as there are, at least one.
      if (title === 'levels') continue
      expect([...found.n]).toEqual(new Array(31).fill(rows))
      const sums = [...found.squaredDifferences, ...found.logDistances, ...found.digammas]
      expect(sums.length).toBeGreaterThan(0)
      expect(sums.every((sum) => Number.isNaN(sum))).toBe(rows <= asked.k)
    }
  })

  it('mid-ranks are the values of their table', async () => {
    for (const [, large] of tablesOf(70)) {
      const y = large['y'] as readonly number[]
      const ranks = y.map(
        (one) =>
          y.filter((other) => other < one).length + (1 + y.filter((other) => other === one).length) / 2,
      )
      const named = variablesOf(large)
      const sets = { of: names.map(named), sizes: [1, 5] } as const
      for (const scale of ['standard', 'minmax', 'none'] as const) {
        const asked = (as: 'value' | 'rank') =>
          ({
            k: 2,
            metric: 'euclidean',
            scale,
            wanted: { of: 'differences', target: named('y'), as, ties: 'shared' },
          }) as const
        expectSame(
          await askNearest(tableOf(large), sets, asked('rank')),
          await askNearest(tableOf({ ...large, y: ranks }), sets, asked('value')),
        )
      }
    }
  })
})
