import fc from 'fast-check'
import { tableFromColumns } from 'criba'
import { branchAndBound, consistency, exhaustive, jointMi, jmi, sse } from 'criba/methods'
import type { CribaError } from 'criba'
import { describe, expect, it } from 'vitest'
import { branchAndBound as search } from '../../src/methods/searches/branch-and-bound.ts'
import { driveSets } from '../../src/methods/searches/driver.ts'
import { exhaustive as everySet } from '../../src/methods/searches/exhaustive.ts'
import type { SubsetProblem } from '../../src/methods/searches/problem.ts'
import { membersOf } from '../../src/core/statistics/family.ts'
import { none } from '../../src/methods/stops/halt.ts'
import { runs } from '../properties/runs.ts'
import { monotoneTables, run } from './tables.ts'
import { selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const tables = monotoneTables(8)

function subsetSearch() {
  if (search.search.takes === 'subset') return search.search
  throw new TypeError('it looks at sets')
}

describe('branch-and-bound finds what an exhaustive search finds', () => {
  it('on tables of merits full of ties', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 8 }), async (table, asked) => {
        const k = Math.min(asked, table.size)
        const [bounded, whole] = [await run(search, table, { k }), await run(everySet, table, { k })]
        expect([bounded.mask, bounded.merit]).toEqual([whole.mask, whole.merit])
        expect(bounded.stopped).toBe('proved: no other set of that size is better')
        expect(new Set(bounded.asked).size).toBe(bounded.asked.length)
      }),
      { numRuns: runs(500) },
    )
  })

  it('as many of the best as are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(2, 5, Infinity),
        async (table, asked, keep) => {
          const k = Math.min(asked, table.size)
          const [bounded, whole] = [
            await run(search, table, { k, keep }),
            await run(everySet, table, { k, keep }),
          ]
          expect(bounded.best).toEqual(whole.best)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  const names = Array.from({ length: 9 }, (_, i) => `x${i}`)
  const rows = fc.integer({ min: 8, max: 30 }).chain((count) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 10, maxLength: 10 }), {
      minLength: count,
      maxLength: count,
    }),
  )

  /** Eight rows that seven columns fit: rounding leaves 5e-13 of what all of them fit. */
  const fitted = [
    [0, 1, 0, 0, 0, 0, 1, 0, 0, 0],
    [0, 1, 3, 3, 0, 1, 1, 0, 0, 0],
    [2, 3, 3, 1, 2, 0, 0, 0, 0, 0],
    [3, 3, 2, 0, 0, 0, 2, 0, 0, 0],
    [1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    [1, 2, 0, 0, 2, 0, 1, 0, 0, 1],
    [0, 2, 1, 1, 2, 2, 0, 0, 1, 0],
    [0, 3, 2, 2, 3, 2, 2, 1, 0, 0],
  ]

  it.each([
    ['sse', sse(), 'numeric', 'regression'],
    ['consistency', consistency(), 'categorical', 'classification'],
    ['joint-mi', jointMi({ estimator: 'plug-in' }), 'categorical', 'classification'],
  ] as const)('of the sets of a table, by %s', async (_, criterion, type, task) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (cells, k) => {
        fc.pre(new Set(cells.map((row) => row[9])).size > 1)
        const columns = names.map((name, i) => [name, cells.map((row) => row[i])] as const)
        const table = tableFromColumns([...columns, ['y', cells.map((row) => row[9])]])
        const types = {
          '*': type,
          y: task === 'regression' ? ('numeric' as const) : ('categorical' as const),
        }
        const spec = { target: 'y', task, types, criterion, k, landscape: 3 } as const
        const bounded = await select(table, { ...spec, search: branchAndBound() })
        const whole = await select(table, { ...spec, search: exhaustive() })
        expect(bounded.selected).toEqual(whole.selected)
        expect(bounded.landscape!.map(({ features }) => features)).toEqual(
          whole.landscape!.map(({ features }) => features),
        )
        bounded.landscape!.forEach(({ score }, i) => expect(score).toBeCloseTo(whole.landscape![i].score, 9))
      }),
      { numRuns: runs(100), examples: [[fitted, 7]] },
    )
  })
})

/** Columns that differ in what they are worth. */
function additive(size: number) {
  const worth = Array.from({ length: size }, (_, i) => ((i * 7919) % size) ** 2)
  let asked = 0
  const problem: SubsetProblem = {
    size,
    least: 1,
    ofNone: 0,
    merits: (family) => {
      const merits = Float64Array.from(membersOf(family), (set) => set.reduce((sum, i) => sum + worth[i], 0))
      asked += merits.length
      return Promise.resolve(merits)
    },
  }
  return { worth, problem, looked: () => asked }
}

describe('branch-and-bound', () => {
  it.each([
    [20, 10, 184_756],
    [30, 15, 155_117_520],
    [70, 50, Infinity],
  ])('looks at few sets of %s columns, k = %s, where they differ in worth', async (size, k, sets) => {
    const { worth, problem, looked } = additive(size)
    const limits = { k, halt: none, keep: 1, seed: 0, cut: null, start: [], bookmark: null }
    let selected: readonly number[] = []
    let last = 0
    const walk = driveSets(
      subsetSearch(),
      problem,
      { ...limits, progress: (share) => void (last = share) },
      {},
    )
    for await (const position of walk) selected = position.selected
    const best = worth
      .map((_, i) => i)
      .sort((a, b) => worth[b] - worth[a])
      .slice(0, k)
    expect(selected).toEqual(best.sort((a, b) => a - b))
    expect(looked()).toBeLessThan(Math.min(sets / 20, 100_000))
    expect(last).toBeCloseTo(1, 9)
  })

  const columns = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `x${i}`,
      Array.from({ length: 40 }, (_, row) => ((row + 3) * (i + 5) * 31) % 17),
    ]),
  )
  const y = Array.from(
    { length: 40 },
    (_, row) => 3 * columns.x1[row] - columns.x7[row] + columns.x3[row] + (row % 5),
  )
  const table = tableFromColumns({ ...columns, y })

  it('looks at fewer sets of a table than an exhaustive search', async () => {
    for (const k of [2, 3, 4, 6, 8, 10]) {
      const spec = { target: 'y', criterion: sse(), k } as const
      const bounded = await select(table, { ...spec, search: branchAndBound() })
      const whole = await select(table, { ...spec, search: exhaustive() })
      expect(bounded.selected).toEqual(whole.selected)
      // Where bounds do not pay, which they cannot where few columns stay, hardly more.
      if (k >= 6) expect(bounded.evaluations).toBeLessThan(whole.evaluations)
      else expect(bounded.evaluations).toBeLessThan(whole.evaluations + 60)
    }
  })

  const failure = (spec: SelectSpec) =>
    select(table, { target: 'y', ...spec }).then(
      () => 'no error came',
      (error: CribaError) => error.message,
    )

  it('refuses, in one line, what it cannot prove', async () => {
    const asked = { search: 'branch-and-bound', k: 3 }
    const why = 'branch-and-bound relies on bounds, and another column can make the score worse'
    for (const criterion of [
      'delta-test',
      'joint-mi',
      'joint-mi:estimator=shrink',
      'cfs',
      'mean-mi',
      'quadratic-mi',
    ]) {
      expect(await failure({ ...asked, criterion })).toBe(
        `unsuitable search for ${criterion.split(':')[0]}: ${why} (use exhaustive, or sse, consistency, joint-mi:estimator=plug-in)`,
      )
    }
    expect(await failure({ ...asked, criterion: 'sum-mi' })).toBe('no error came')
    expect(await failure({ ...asked, criterion: 'sse', k: null })).toBe(
      'missing k: branch-and-bound finds the best set of k columns',
    )
    expect(await failure({ ...asked, criterion: 'sse', stop: 'gain:1' })).toMatch(/^invalid stop: gain:1/)
    expect(await failure({ ...asked, criterion: 'jmi' })).toMatch(
      /^unsuitable search for jmi: .*compares whole sets/,
    )
    // @ts-expect-error A criterion of steps does not fit a search over sets.
    const misfit: SelectSpec = { criterion: jmi(), search: branchAndBound() } satisfies SelectSpec<'step'>
    expect(misfit).toBeDefined()
    const wide = tableFromColumns(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [`x${i}`, y.map((value, row) => value * ((row + i) % 3))]),
      ),
    )
    await expect(
      select(wide, { target: 'x0', criterion: sse(), search: branchAndBound(), k: 20, landscape: 'all' }),
    ).rejects.toThrow(/^too many sets for a landscape: /)
  })
})
