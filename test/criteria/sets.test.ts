// Criteria of sets against their definitions, asked for set by set, as a lattice, and one column after the other.
import fc from 'fast-check'
import { tableFromColumns } from 'criba'
import { classDistance, setCriteria, quadraticMi } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { isLong, runs } from '../properties/runs.ts'
import { plainSets } from './plain-sets.ts'
import type { Cell } from './plain-sets.ts'
import { score, selectAsIs as select } from '../untyped.ts'

const rows = fc.integer({ min: 4, max: 24 })
const levels = fc.integer({ min: 0, max: 3 }).map((level) => `l${level}`)
const numbers = fc.integer({ min: -4, max: 4 })

/** Tables of features of one kind and a target of one kind, that varies. */
function tablesOf(feature: fc.Arbitrary<Cell>, target: fc.Arbitrary<Cell>) {
  return rows.chain((count) => {
    const columnOf = (cell: fc.Arbitrary<Cell>) => fc.array(cell, { minLength: count, maxLength: count })
    return fc.record({
      features: fc.array(columnOf(feature), { minLength: 1, maxLength: 6 }),
      y: columnOf(target).filter((y) => new Set(y).size > 1),
    })
  })
}

function tablesFor(method: string) {
  if (method.startsWith('class-distance')) return [tablesOf(numbers, levels)]
  if (method === 'cfs') return [tablesOf(levels, levels), tablesOf(numbers, numbers)]
  return [tablesOf(levels, levels)]
}

const nameOf = (i: number) => `x${i}`
const placeOf = (name: string) => Number(name.slice(1))
const tableOf = (features: readonly (readonly Cell[])[], y: readonly Cell[]) =>
  tableFromColumns([...features.map((column, i) => [nameOf(i), column] as const), ['y', y]])

/** Equal, or both nothing. */
function same(found: number | null | undefined, expected: number): void {
  if (Number.isNaN(expected)) expect(found ?? null).toBeNull()
  else if (Number.isFinite(expected)) near(found!, expected)
  else expect(found).toBe(expected)
}

describe.each(Object.keys(plainSets))('%s', (method) => {
  const plain = plainSets[method]

  it.each(tablesFor(method).map((tables, i) => [i, tables] as const))(
    'is its definition, whichever way sets are asked for (%s)',
    async (_, tables) => {
      await fc.assert(
        fc.asyncProperty(tables, async ({ features, y }) => {
          const table = tableOf(features, y)
          const asked = {
            target: 'y',
            criterion: method,
            ...(typeof y[0] === 'number' && { task: 'regression' as const }),
          }
          const wanted = (names: readonly string[]) =>
            plain(
              names.map((name) => features[placeOf(name)]),
              y,
            )
          const { landscape } = await select(table, { ...asked, search: 'exhaustive', landscape: 'all' })
          for (const { features: names, score: found } of landscape!) same(found, wanted(names))
          const { steps } = await select(table, { ...asked, stop: 'none' })
          steps.forEach(({ score: found }, i) =>
            same(found, wanted(steps.slice(0, i + 1).map((s) => s.feature))),
          )
          const { criterion: _, ...rest } = asked
          const names = features.map((_, i) => nameOf(i)).reverse()
          const whole = await score(table, { ...rest, by: [method], features: names })
          same(whole.scores[0].score, wanted(names))
          const back = await select(table, { ...asked, search: 'backward', k: 1 })
          if (back.selected.length === 1) same(back.score, wanted(back.selected))
        }),
        { numRuns: runs(25) },
      )
    },
  )
})

const duckdb = oneEngine()
const made = setCriteria.slice(setCriteria.findIndex(({ id }) => id === 'sum-mi'))

describe.each(made.map((criterion, place) => [criterion.id, criterion, place] as const))(
  '%s',
  (id, criterion, place) => {
    const random = fc.sample(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 240, maxLength: 240 }), {
      numRuns: 1,
      seed: 5,
    })[0]
    const take = (i: number) => random.slice(40 * i, 40 * i + 40)
    const y = take(0).map((x, row) => x + take(1)[row])
    const classes = y.map((value) => (value > 9 ? 'high' : 'low'))
    const target = criterion.target === 'classes' ? classes : y
    const task = criterion.target === 'classes' ? 'classification' : 'regression'
    const columns = { a: take(1), b: take(2), c: take(3), d: take(4), e: take(5) }
    const table = tableFromColumns({ ...columns, y: target })

    it('says the same from DuckDB, in every search that asks for other families', async () => {
      const source = await duckdb.sourceOf(table)
      // Two of three searches each.
      const searches = ['forward', 'exhaustive', 'floating-forward'] as const
      for (const search of searches.filter((_, i) => isLong || (i + place) % 3 > 0)) {
        const spec = { target: 'y', task, criterion: id, search, k: 2, drop: ['e'] } as const
        const [here, there] = [await select(table, spec), await select(source, spec)]
        expect(there.selected).toEqual(here.selected)
        near(there.score!, here.score!)
      }
    })

    it('leaves out rows without a target where missing values are filled in', async () => {
      const holed = (column: readonly number[], every: number) =>
        column.map((x, row) => (row % every === 0 ? null : x))
      const withHoles = { ...columns, a: holed(columns.a, 7), b: holed(columns.b, 5) }
      const lost = (target as readonly (string | number)[]).map((cell, row) => (row % 4 === 1 ? null : cell))
      const spec = { target: 'y', task, missing: 'median', by: [id], features: ['a', 'b', 'c'] } as const
      const found = await score(tableFromColumns({ ...withHoles, y: lost }), spec)
      expect(found.scores[0].n).toBe(30)
      const one = await select(tableFromColumns({ ...withHoles, y: lost }), {
        target: 'y',
        task,
        missing: 'median',
        criterion: id,
        search: 'exhaustive:from=3,to=3',
        bins: found.spec.bins,
        landscape: 'all',
      })
      const same = one.landscape!.find(({ features }) => features.join() === 'a,b,c')!
      near(same.score, found.scores[0].score!)
    })
  },
)

describe('class-distance', () => {
  const of = async (a: readonly number[], y: readonly string[], options = {}) => {
    const by = [classDistance(options)]
    const { scores } = await score(tableFromColumns({ a, y }), { target: 'y', features: ['a'], by })
    return scores[0]
  }

  it('by hand', async () => {
    // Between: 4, 6, 2, 4 of mean 4; within: 2 and 2.
    expect((await of([0, 2, 4, 6], ['p', 'p', 'q', 'q'], { scale: 'none' })).score).toBe(2)
  })

  it('has rows of one direction coincide by their angle, whatever rounding says', async () => {
    const columns = { a: [-2, 0, 0, -4], b: [-2, 0, 0, -4], c: [2, 0, 0, 4], y: ['p', 'q', 'q', 'p'] }
    const by = [classDistance({ scale: 'none', metric: 'cosine' })]
    const { scores } = await score(tableFromColumns(columns), { target: 'y', features: ['a', 'b', 'c'], by })
    expect(scores[0].score).toBe(Infinity)
  })

  it('where nothing can be compared', async () => {
    expect(await of([1, 2, 3], ['p', 'q', 'r'])).toMatchObject({
      score: null,
      why: 'no class has two complete rows',
    })
    expect((await of([1, 1, 3, 3], ['p', 'p', 'q', 'q'])).score).toBe(Infinity)
    expect((await of([2, 2, 2, 2], ['p', 'p', 'q', 'q'])).score).toBe(0)
    // A class of one row has no pair within.
    expect((await of([1, 3, 9], ['p', 'p', 'q'], { scale: 'none' })).score).toBe(3.5)
    expect((await of([1e300, -1e300, 0], ['p', 'p', 'q'], { scale: 'none' })).why).toBe(
      'distances beyond numbers',
    )
  })

  it('refuses more rows than all pairs can be looked at', async () => {
    const many = Array.from({ length: 20_001 }, (_, i) => i % 97)
    const labels = many.map((x) => (x > 50 ? 'p' : 'q'))
    await expect(of(many, labels)).rejects.toThrow(
      /^too many rows: class-distance looks at all pairs of 20,001 rows/,
    )
  })
})

it('pairs of many sets are asked for once', async () => {
  const asked: number[] = []
  const sets = { of: [0, 1, 2, 3, 4].map((column) => ({ column, coding: { kind: 'values' } as const })) }
  const { criterion } = quadraticMi
  const step = { given: [], targetName: 'y', classes: [], options: { beta: 1, gamma: 0 }, view: {} }
  const target = { column: 9, coding: { kind: 'values' } as const }
  const [b, ...each] = sets.of
  const families = [
    { ...sets, sizes: [1, 5] as const },
    { base: [b], each },
    { list: [sets.of, sets.of.slice(1), sets.of.slice(0, 4)] },
  ]
  for (const family of families) {
    const requests = criterion.needs({ ...step, target, sets: family })
    const pairs = requests.at(-1)!
    if (pairs.kind !== 'entropy') throw new Error(pairs.kind)
    const members = 'list' in pairs.family ? pairs.family.list.length : 10
    asked.push(members)
  }
  expect(asked).toEqual([10, 4, 10])
})
