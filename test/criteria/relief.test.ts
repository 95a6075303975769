import fc from 'fast-check'
import { rank, tableFromColumns } from 'criba'
import type { RankSpec } from '../untyped.ts'
import { rank as untypedRank } from '../untyped.ts'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { plainRelief, plainRelieff, plainRrelieff, plainSurf } from './plain-relief.ts'
import type { Cell, PlainTable } from './plain-relief.ts'

function tableOf({ columns, target }: PlainTable) {
  return tableFromColumns({ ...Object.fromEntries(columns.map((cells, i) => [`c${i}`, cells])), y: target })
}

/** The scores of a method, column by column. */
async function scores(table: PlainTable, by: string, spec: Partial<RankSpec> = {}): Promise<number[]> {
  const { rankings } = await untypedRank(tableOf(table), { target: 'y', by: [by], ...spec })
  const found = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  return table.columns.map((_, i) => found.get(`c${i}`) as number)
}

function expectAll(found: readonly number[], wanted: readonly number[]): void {
  found.forEach((score, i) => expect(score).toBeCloseTo(wanted[i], 10))
}

/** Few distinct numbers, so that rows tie; doubles; levels; each with gaps or without, one value known at least. */
const cell: readonly fc.Arbitrary<Cell>[] = [
  fc.nat(3),
  // Far enough apart that only equal distances are close.
  fc.integer({ min: -5_000, max: 5_000 }).map((x) => x / 1e3),
  fc.constantFrom('a', 'b', 'c'),
]
const column = (rows: number) =>
  fc
    .tuple(fc.constantFrom(...cell), fc.boolean())
    .chain(([value, hasGaps]) =>
      fc.array(hasGaps ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value, {
        minLength: rows,
        maxLength: rows,
      }),
    )
    .filter((cells) => cells.some((one) => one !== null))
const tables = (target: fc.Arbitrary<string | number>) =>
  fc.integer({ min: 5, max: 14 }).chain((rows) =>
    fc
      .record({
        columns: fc.array(column(rows), { minLength: 1, maxLength: 5 }),
        target: fc.array(target, { minLength: rows, maxLength: rows }),
      })
      .filter((table) => new Set(table.target).size > 1),
  )
const ofClasses = tables(fc.constantFrom('x', 'y', 'z'))

describe('the Relief family is what its definitions say, pair by pair', () => {
  const check = (by: string, plain: (table: PlainTable) => number[]) =>
    fc.assert(
      fc.asyncProperty(ofClasses, async (table) => {
        expectAll(await scores(table, by), plain(table))
      }),
      { numRuns: runs(40) },
    )

  it('relieff', async () => {
    for (const k of [1, 3, 100]) await check(`relieff:k=${k}`, (table) => plainRelieff(table, k))
  })

  it('surf, surf-star, multisurf, multisurf-star', async () => {
    await check('surf', (table) => plainSurf(table, false, false))
    await check('surf-star', (table) => plainSurf(table, false, true))
    await check('multisurf', (table) => plainSurf(table, true, false))
    await check('multisurf-star', (table) => plainSurf(table, true, true))
  })

  it('relief', async () => {
    const squared = { distance: 2, diff: 2 } as const
    for (const multiclass of ['any', 'ovr', 'ovo'] as const) {
      await check(`relief:multiclass=${multiclass}`, (table) => plainRelief(table, multiclass, squared))
    }
    const absolute = { distance: 1, diff: 1 } as const
    await check('relief:diff=absolute,metric=manhattan', (table) => plainRelief(table, 'any', absolute))
    const mixed = { distance: 2, diff: 1 } as const
    await check('relief:diff=absolute', (table) => plainRelief(table, 'any', mixed))
  })

  it('rrelieff', async () => {
    await fc.assert(
      fc.asyncProperty(tables(fc.integer({ min: 0, max: 1000 })), async (table) => {
        const task = { task: 'regression' } as const
        expectAll(await scores(table, 'rrelieff:k=3', task), plainRrelieff(table, 3, false))
        expectAll(
          await scores(table, 'rrelieff:k=4,weights=exponential', task),
          plainRrelieff(table, 4, true),
        )
      }),
      { numRuns: runs(40) },
    )
  })
})

describe('by hand', () => {
  it('four rows: hits and misses', async () => {
    // a alone says the class. Of row 0 the nearest hit is row 1 (b differs), the nearest miss row 2 (a differs).
    const table = {
      columns: [
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ],
      target: ['n', 'n', 'p', 'p'],
    }
    expect(await scores(table, 'relief')).toEqual([1, -1])
    expect(await scores(table, 'relieff:k=1')).toEqual([1, -1])
    // Among two misses, one also differs in b.
    expect(await scores(table, 'relieff:k=2')).toEqual([1, -0.5])
  })

  it('XOR: each column of the pair has the weight of the information that both have', async () => {
    const bits = Array.from({ length: 64 }, (_, i) => i)
    const columns = [0, 1, 2, 3].map((bit) => bits.map((i) => (i >> bit) & 1))
    const target = bits.map((i) => String((i & 1) ^ ((i >> 1) & 1)))
    // Each of the 16 rows stands four times: the three copies are nearest hits, at distance 0. The nearest misses, at distance 1, are
    // eight rows of which a half differs in either column.
    expect(await scores({ columns, target }, 'relieff:k=3')).toEqual([0.5, 0.5, 0, 0])
  })

  it('with all rows as neighbours, shares of pairs that differ, correlated with the Gini gain', async () => {
    let state = 7
    const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647
    const rows = 300
    const target = Array.from({ length: rows }, () => (uniform() < 0.5 ? 'x' : uniform() < 0.5 ? 'y' : 'z'))
    const columns = Array.from({ length: 12 }, (_, c) =>
      target.map((y) => (uniform() < c / 14 ? `${y}` : `${Math.floor(uniform() * 4)}`)),
    )
    const all = await scores({ columns, target }, 'relieff:k=300')
    const gini = await scores({ columns, target }, 'gini-gain')
    // By counts: of the pairs of a row of c and one of c', the share that differ.
    const classes = ['x', 'y', 'z']
    const of = (c: string) => [...target.keys()].filter((row) => target[row] === c)
    const byCounts = columns.map((cells) => {
      const count = (c: string, v: string) => of(c).filter((row) => cells[row] === v).length
      const levels = [...new Set(cells)]
      const differ = (a: string, b: string) => {
        const alike = levels.reduce((sum, v) => sum + count(a, v) * (count(b, v) - (a === b ? 1 : 0)), 0)
        return 1 - alike / (of(a).length * (of(b).length - (a === b ? 1 : 0)))
      }
      return classes.reduce((sum, c) => {
        const others = classes.filter((other) => other !== c)
        const misses = others.map((other) => (of(other).length / (rows - of(c).length)) * differ(c, other))
        return sum + (of(c).length / rows) * (misses.reduce((x, y) => x + y, 0) - differ(c, c))
      }, 0)
    })
    expectAll(all, byCounts)
    // Robnik-Šikonja and Kononenko (2003): the limit is a variant of the Gini gain that weighs levels by their squares.
    const mean = (values: readonly number[]) => values.reduce((x, y) => x + y, 0) / values.length
    const centred = (values: readonly number[]) => values.map((value) => value - mean(values))
    const product = (x: readonly number[], y: readonly number[]) => mean(x.map((value, i) => value * y[i]))
    const [w, g] = [centred(all), centred(gini)]
    expect(product(w, g) / Math.sqrt(product(w, w) * product(g, g))).toBeGreaterThan(0.9)
  })
})

describe('invariance', () => {
  const table = {
    columns: [
      [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1],
      [3, 3, 3, 6, 6, 6, 9, 9, 9, 3],
      ['a', 'b', 'a', 'b', 'c', 'a', 'b', 'a', 'c', 'c'],
    ],
    target: ['x', 'y', 'x', 'x', 'y', 'y', 'y', 'x', 'x', 'y'],
  }
  const methods = ['relief', 'relieff:k=2', 'surf', 'surf-star', 'multisurf', 'multisurf-star']

  it('of units: a grid in other units has the same ties', async () => {
    const scaled = {
      ...table,
      columns: [
        table.columns[0].map((x) => Number(x) * 2.54 - 17.3),
        table.columns[1].map((x) => Number(x) / 7e-7),
        table.columns[2],
      ],
    }
    for (const by of methods) expectAll(await scores(scaled, by), await scores(table, by))
  })

  it('of where zero is: near rows of large numbers are not tied', async () => {
    let state = 5
    const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647
    const large = Array.from({ length: 400 }, () => 1e9 + 2 * uniform())
    // Exact: the numbers are close to each other.
    const small = large.map((x) => x - 1e9)
    const target = large.map(() => (uniform() < 0.5 ? 'x' : 'y'))
    const [found, wanted] = [large, small].map((cells) => scores({ columns: [cells], target }, 'relief'))
    expectAll(await found, await wanted)
  })

  it('of the order of rows and columns, and of the names of levels and classes', async () => {
    const order = [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]
    const names: Readonly<Record<string, string>> = { a: 'q', b: 'p', c: 'r', x: 'two', y: 'one' }
    const renamed = (value: string | number) => (typeof value === 'string' ? names[value] : value)
    const other = {
      columns: table.columns.map((cells) => order.map((row) => renamed(cells[row]))).toReversed(),
      target: order.map((row) => renamed(table.target[row])),
    }
    for (const by of methods) expectAll((await scores(other, by)).toReversed(), await scores(table, by))
  })

  it('the same bits on any number of threads', async () => {
    let state = 1
    const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647
    const columns = Object.fromEntries(
      Array.from({ length: 20 }, (_, c) => [
        `c${c}`,
        Array.from({ length: 500 }, () =>
          c % 3 === 0 && uniform() < 0.1 ? null : Math.round(uniform() * 50),
        ),
      ]),
    )
    const target = Array.from({ length: 500 }, () => (uniform() < 0.3 ? 'a' : 'b'))
    for (const by of ['relieff', 'multisurf-star'] as const) {
      const [one, four] = await Promise.all(
        [1, 4].map((threads) =>
          rank(tableFromColumns({ ...columns, y: target }), { target: 'y', by: [by] }, { threads }),
        ),
      )
      expect(one.rankings).toEqual(four.rankings)
    }
  })
})

describe('options', () => {
  it('a sample of all rows is all rows; a smaller one depends on the seed', async () => {
    const target = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 'a' : 'b'))
    const columns = [target.map((_, i) => (i * 7) % 11), target.map((_, i) => (i * 5) % 13)]
    const table = { columns, target }
    expectAll(await scores(table, 'relieff:sample=40'), await scores(table, 'relieff'))
    const seeds = await Promise.all([0, 1].map((seed) => scores(table, `relieff:sample=10,seed=${seed}`)))
    expect(seeds[0]).not.toEqual(seeds[1])
  })

  it('the scores of a sample are means over its rows', async () => {
    // Each row is 0 from its near hit and 1 from its near miss, so the mean is 1 over any rows.
    const target = Array.from({ length: 20 }, (_, i) => (i < 8 ? 'a' : 'b'))
    const table = { columns: [target.map((name) => (name === 'a' ? 0 : 1))], target }
    for (const by of ['relief:sample=5', 'relieff:k=2,sample=5']) expectAll(await scores(table, by), [1])
  })
})

describe('messages', () => {
  const target = ['x', 'y', 'x', 'x', 'y', 'y', 'y', 'x', 'x', 'y']
  const columns = {
    a: [0.1, null, 0.3, 0.1, 0.2, 0.3, 0.7, 0.5, 0.4, 0.1],
    b: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3],
  }
  const messagesOf = async (by: readonly string[], y: readonly (string | number)[] = target) => {
    const { warnings } = await untypedRank(tableFromColumns({ ...columns, y }), { target: 'y', by })
    return warnings.map(({ message }) => message)
  }
  const gaps = 'values are missing in a column (a 1)'

  it('say which rows each method uses, once for all methods', async () => {
    const messages = await messagesOf(['relieff', 'surf'])
    expect(messages).toContain(`${gaps}: relieff, surf use all rows`)
    expect(new Set(messages).size).toBe(messages.length)
    const [first] = await messagesOf(['anova-f', 'relieff', 'laplacian-score'])
    expect(first).toBe(
      `${gaps}: each score uses the rows complete in its own columns; laplacian-score uses only the rows complete in all columns; relieff uses all rows`,
    )
    expect((await messagesOf(['anova-f']))[0]).toBe(
      `${gaps}: each score uses the rows complete in its own columns`,
    )
  })

  it('suggest the method for the other kind of target', async () => {
    await expect(messagesOf(['rrelieff'])).rejects.toThrow('is categorical (needs numbers; try relieff)')
    const y = Array.from({ length: 30 }, (_, i) => i / 7)
    const table = tableFromColumns({ a: y.map((x) => x * x), y })
    await expect(rank(table, { target: 'y', by: ['surf'] })).rejects.toThrow('or try rrelieff)')
  })
})
