import { tableFromColumns } from 'criba'
import type { SelectResult, Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { score, selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

/** Sixty rows: numbers of the target y and of one another, y also as classes, a constant, and a column of levels. */
function columnsOf(rows = 60) {
  const random = randomOf(11)
  const noise = () => random() + random() + random() - 1.5
  const a = Array.from({ length: rows }, noise)
  const b = a.map((value) => 0.6 * value + noise())
  const c = Array.from({ length: rows }, noise)
  const d = c.map((value) => value * value + 0.3 * noise())
  const y = a.map((value, row) => value + c[row] * b[row] + 0.4 * noise())
  const classes = y.map((value) => (value > 0.2 ? 'high' : value < -0.3 ? 'low' : 'middle'))
  const level = b.map((value) => (value + noise() > 0 ? 'up' : 'down'))
  return { a, b, c, d, flat: a.map(() => 1), level, y, classes }
}
const all = columnsOf()
const { a, b, c, d, flat, level, y, classes } = all
const kinds = {
  'numbers and a number': { a, b, c, d, flat, y },
  'numbers and classes': { a, b, c, d, flat, y: classes },
  'numbers, levels and a number': { a, b, c, level, y },
  'numbers, levels and classes': { a, b, c, level, y: classes },
} as const

type Bits = (x: readonly string[], y: string, given?: readonly string[]) => Promise<number>
type Plain = (of: Bits, x: string, selected: readonly string[], rules: Options) => Promise<number>
type Options = Readonly<Record<string, string | number | boolean>>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const each = <T>(list: readonly string[], one: (z: string) => Promise<T>) => Promise.all(list.map(one))

const linear =
  (beta: (size: number) => number, gamma: (size: number) => number): Plain =>
  async (of, x, selected) =>
    (await of([x], 'y')) -
    beta(selected.length) * sum(await each(selected, (z) => of([x], z))) +
    gamma(selected.length) * sum(await each(selected, (z) => of([x], z, ['y'])))

/** The formulas, word by word, of terms that `score` estimates. */
const formulas: readonly (readonly [method: string, options: Options, plain: Plain])[] = [
  [
    'mifs',
    { beta: 0.5 },
    linear(
      () => 0.5,
      () => 0,
    ),
  ],
  [
    'cife',
    {},
    linear(
      () => 1,
      () => 1,
    ),
  ],
  [
    'jmi',
    {},
    linear(
      (s) => 1 / s,
      (s) => 1 / s,
    ),
  ],
  ['jmi', { form: 'sum' }, async (of, x, selected) => sum(await each(selected, (z) => of([x, z], 'y')))],
  [
    'mri',
    {},
    linear(
      (s) => 2 / (s + 1),
      (s) => 2 / (s + 1),
    ),
  ],
  [
    'extended-mrmr',
    { beta: 0.7, gamma: '1/s' },
    linear(
      () => 0.7,
      (s) => 1 / s,
    ),
  ],
  [
    'extended-mrmr',
    { beta: 0.7, gamma: 0 },
    linear(
      () => 0.7,
      () => 0,
    ),
  ],
  [
    'gmi',
    {},
    async (of, x, selected) =>
      (await of([x], 'y')) + sum(await each(selected, (z) => of([x], 'y', [z]))) / selected.length,
  ],
  [
    'cmim',
    {},
    async (of, x, selected) =>
      Math.min(await of([x], 'y'), ...(await each(selected, (z) => of([x], 'y', [z])))),
  ],
  [
    'cmim',
    { clamp: false },
    async (of, x, selected) => Math.min(...(await each(selected, (z) => of([x], 'y', [z])))),
  ],
  ['jmim', {}, async (of, x, selected) => Math.min(...(await each(selected, (z) => of([x, z], 'y'))))],
  [
    'icap',
    {},
    async (of, x, selected) =>
      (await of([x], 'y')) -
      sum(await each(selected, async (z) => Math.max(0, (await of([x], z)) - (await of([x], z, ['y']))))),
  ],
  [
    'cfr',
    {},
    async (of, x, selected) =>
      sum(
        await each(
          selected,
          async (z) => (await of([x], 'y', [z])) - (await of([x], z)) + (await of([x], z, ['y'])),
        ),
      ),
  ],
]

/**
 * I(X;Y|Z) as `joint-mi` estimates it: where all columns of a pair and the target are numbers by Frenzel and Pompe,
 * otherwise by Mesner and Shalizi.
 */
function bitsOf(columns: Readonly<Record<string, readonly (string | number)[]>>, k: number): Bits {
  const table = tableFromColumns(columns)
  const known = new Map<string, Promise<number>>()
  const isNumber = (name: string) => typeof columns[name][0] === 'number'
  return async (x, target, given = []) => {
    // A constant is no target that `score` takes.
    if (target === 'flat') return 0
    const key = JSON.stringify([x, target, given])
    if (!known.has(key)) {
      const estimator = [...x, target, ...given, 'y'].every(isNumber) ? 'nearest' : 'mesner-shalizi'
      const by = [`joint-mi:estimator=${estimator},k=${k}`]
      known.set(
        key,
        score(table, { features: x, target, given, by }).then(({ scores }) => scores[0].score as number),
      )
    }
    return known.get(key)!
  }
}

function selectBy(columns: Readonly<Record<string, readonly (string | number)[]>>, spec: SelectSpec) {
  return select(tableFromColumns(columns), { target: 'y', stop: 'none', evidence: false, ...spec })
}

describe.each(Object.entries(kinds))('criteria of steps by neighbours, of %s', (_, columns) => {
  const k = 4
  const of = bitsOf(columns, k)
  const names = Object.keys(columns).filter((name) => name !== 'y')

  it.each(formulas)('%s %j follows its formula', async (method, options, plain) => {
    const criterion = { method, options: { ...options, estimator: 'nearest', k } }
    const { selected, steps, warnings } = await selectBy(columns, { criterion })
    expect([...selected].sort()).toEqual([...names].sort())
    for (const [size, step] of steps.entries()) {
      const before = selected.slice(0, size)
      const of1 = size === 0 ? () => of([step.feature], 'y') : () => plain(of, step.feature, before, options)
      near(step.score, await of1())
      near(step.relevance!, await of([step.feature], 'y'))
      const others = names.filter((name) => !before.includes(name) && name !== step.feature)
      for (const other of others) {
        const value = size === 0 ? await of([other], 'y') : await plain(of, other, before, options)
        expect(step.score).toBeGreaterThan(value - 1e-9)
      }
    }
    // Of pairs with a level in a table whose target is a number the rest is estimated otherwise.
    const areMixed = 'level' in columns && columns.y === y
    expect(warnings.map(({ code }) => code).filter((code) => code === 'mixed-estimators').length > 0).toBe(
      areMixed,
    )
  })
})

describe('criteria of steps by neighbours', () => {
  const outcome = ({ selected, steps }: SelectResult) => ({ selected, steps })

  it('find the same on any number of threads', async () => {
    const big = columnsOf(1200)
    const criterion = 'jmi:estimator=nearest'
    const run = (threads: number) =>
      select(tableFromColumns(big), { target: 'y', criterion, stop: 'none', evidence: false }, { threads })
    const [one, three] = [await run(1), await run(3)]
    expect(outcome(three)).toEqual(outcome(one))
  })

  it('use the rows complete in the columns of each term', async () => {
    const gaps = (values: readonly number[], from: number) =>
      values.map((value, row) => (row % 7 === from ? null : value))
    const holed: Table = tableFromColumns({ a: gaps(a, 1), b: gaps(b, 2), y })
    const criterion = 'cmim:estimator=nearest,clamp=false'
    const { steps } = await select(holed, { target: 'y', criterion, stop: 'none', evidence: false })
    const [first, last] = steps.map(({ feature }) => feature)
    const by = ['joint-mi:estimator=nearest']
    const given = await score(holed, { target: 'y', features: [last], given: [first], by })
    near(steps[1].score, given.scores[0].score as number)
    expect(given.scores[0].n).toBe(42)
  })

  it('say which columns have too few rows', async () => {
    const short = { a: a.slice(0, 5), b: b.slice(0, 5), y: y.slice(0, 5) }
    const { selected, setAside } = await selectBy(short, { criterion: 'jmi:estimator=nearest,k=5' })
    expect(selected).toEqual([])
    const because = '5 complete rows (needs more than k = 5)'
    expect(setAside).toEqual([
      { feature: 'a', because },
      { feature: 'b', because },
    ])
  })

  it.each(['disr', 'njmim', 'iwfs', 'dcsf'])('%s, of other terms, has no such estimator', async (method) => {
    await expect(selectBy(all, { criterion: `${method}:estimator=nearest` })).rejects.toThrow(
      `unknown option of ${method}: estimator`,
    )
  })

  it('take the default stop as other criteria of numbers do', async () => {
    const table = tableFromColumns({ a, b, y })
    await expect(select(table, { target: 'y', criterion: 'cmim:estimator=nearest' })).rejects.toThrow(
      'unsuitable stop: significance permutes levels, and this criterion reads numbers',
    )
  })
})
