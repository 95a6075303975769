// Ties do not depend on the units of the columns.
import fc from 'fast-check'
import type { Family, Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { score } from '../untyped.ts'
import { askNearest, subsetsOf, tableOf, variablesOf } from './data.ts'
import type { Asked, Columns, Nearest } from './data.ts'
import {
  ExactDistances,
  exactDifferences,
  exactKsg,
  exactLogs,
  exactRoss,
  gridColumns,
} from './exact-grids.ts'
import type { Exact, GridColumn } from './exact-grids.ts'

/** Units, and their squares as fractions. */
const units: readonly (readonly [unit: number, squared: readonly [bigint, bigint]])[] = [
  [0.1, [1n, 100n]],
  [1 / 3, [1n, 9n]],
  [2.54, [64516n, 10000n]],
  [1e-7, [1n, 10n ** 14n]],
  [12345.678, [12345678n ** 2n, 10n ** 6n]],
]
const names = ['a', 'b', 'c', 'd', 'e']
const shifts = [0, 7, -1000.1, 234567.8]

interface Example {
  readonly columns: Columns
  readonly grid: readonly GridColumn[]
  readonly y: readonly number[]
  readonly level: readonly string[]
}

/** A table of columns in their units, and the steps that they were made of. */
function exampleOf(steps: readonly number[][], places: readonly number[], shift: number): Example {
  const [ySteps, ...rest] = steps
  const features = Object.fromEntries(
    rest.map((column, i) => {
      const [unit] = units[places[i]]
      return [names[i], column.map((step) => step * unit + shifts[(shift + i) % shifts.length] * unit)]
    }),
  )
  const level = ySteps.map((step) => 'uvw'[step % 3])
  const columns = { ...features, y: ySteps.map((step) => step * units[places[0]][0]), level }
  const squaredUnit = (i: number) => units[places[i]][1]
  const grid = rest.map((column, i) => ({ steps: column, squaredUnit: squaredUnit(i) }))
  return { columns, grid, y: ySteps, level }
}

/** The answer for one set: the fields that an exact one has. */
function expectExact(answer: Nearest, member: number, members: number, exact: Exact, what: string): void {
  for (const [field, values] of Object.entries(exact)) {
    const all = answer[field as keyof Nearest]
    const width = all.length / members
    const spread = field === 'squaredDifferences' ? answer.targetSpread[member] ** 2 : 1
    values.forEach((value, i) => {
      const found = all[member * width + i] * spread
      if (!(Math.abs(found - value) <= 1e-9 * Math.max(1, Math.abs(value))))
        expect.fail(`${what}, ${field} ${i}: ${found} for ${value}`)
    })
  }
}

/** Answers the statistics of all subsets by one walk, of each by itself, and compares both with exact ones. */
async function check(
  example: Example,
  scale: 'standard' | 'minmax' | 'none',
  unitOfY: number,
): Promise<void> {
  const { columns, grid, y, level } = example
  const table = tableOf(columns)
  const variable = variablesOf(columns)
  const of = names.slice(0, grid.length).map(variable)
  const list = subsetsOf(of, [1, of.length])
  const gridOf = new Map<Variable, GridColumn>(of.map((one, i) => [one, grid[i]]))
  const exactOf = (set: readonly Variable[], other: readonly GridColumn[] = []) =>
    new ExactDistances([...set.map((one) => gridOf.get(one)!), ...other], scale)
  const target = y.map((step) => step * unitOfY)
  const yColumn = { steps: y, squaredUnit: units.find(([unit]) => unit === unitOfY)![1] }
  const euclidean = { metric: 'euclidean', scale } as const
  const chebyshev = { metric: 'chebyshev', scale, k: 3 } as const
  const differences = { of: 'differences', target: variable('y'), as: 'value' } as const
  const walk: Family = { of, sizes: [1, of.length] }
  type Case = readonly [asked: Asked, families: readonly Family[], exact: (set: readonly Variable[]) => Exact]
  const both: readonly Family[] = [walk, { list }]
  const cases: Case[] = [
    ...[1, 2, 10].map((k): Case => {
      const wanted = { ...differences, ties: 'shared' } as const
      return [{ ...euclidean, k, wanted }, both, (set) => exactDifferences(exactOf(set), target, k)]
    }),
    [
      { ...euclidean, k: 3, wanted: { ...differences, ties: 'first' } },
      both,
      (set) => exactDifferences(exactOf(set), target, 3, true),
    ],
    ...[1, 3].map((k): Case => [
      { ...euclidean, k, wanted: { of: 'distances' } },
      both,
      (set) => exactLogs(exactOf(set), k),
    ]),
    ...([1, 2] as const).map((rule): Case => {
      const wanted = { of: 'ksg', with: [variable('y')], rule } as const
      return [
        { ...chebyshev, wanted },
        [{ list }],
        (set) => exactKsg(exactOf(set, [yColumn]), set.length, 3, rule),
      ]
    }),
    [
      { ...chebyshev, wanted: { of: 'levels', target: variable('level') } },
      [{ list }],
      (set) => exactRoss(exactOf(set), level, 3),
    ],
  ]
  for (const [asked, families, exact] of cases) {
    const expected = list.map(exact)
    for (const family of families) {
      const answer = await askNearest(table, family, asked)
      list.forEach((set, i) => {
        const what = `${JSON.stringify(asked)} of ${set.map(({ column }) => column).join()}`
        expectExact(answer, i, list.length, expected[i], what)
      })
    }
  }
}

const grids = fc.record({
  rows: fc.integer({ min: 14, max: 30 }),
  count: fc.integer({ min: 2, max: 5 }),
  seed: fc.nat(1e6),
  shift: fc.nat(3),
})

describe('grids in any units tie as their whole numbers do', () => {
  const enough = ({ y }: Example) =>
    'uvw'.split('').every((_, l) => y.filter((s) => s % 3 === l).length !== 1)

  it.each(['standard', 'minmax'] as const)('%s', async (scale) => {
    const given = fc.tuple(grids, fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }))
    const law = fc.asyncProperty(given, async ([{ rows, count, seed, shift }, places]) => {
      const example = exampleOf(gridColumns(rows, count + 1, seed), places, shift)
      fc.pre(enough(example))
      await check(example, scale, units[places[0]][0])
    })
    await fc.assert(law, { numRuns: runs(20) })
  })

  // Without a scale, a column in small units does not matter beside one in large units.
  it('none', async () => {
    const given = fc.tuple(grids, fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }))
    const law = fc.asyncProperty(given, async ([{ rows, count, seed, shift }, places]) => {
      const example = exampleOf(gridColumns(rows, count + 1, seed), places, shift)
      fc.pre(enough(example))
      await check(example, 'none', units[places[0]][0])
    })
    await fc.assert(law, { numRuns: runs(20) })
  })
})

// The delta test was 0.515 or 0.714 and KSG 0.628 or 1.590, by the units.
describe('a grid of 3 × 3', () => {
  const cells = Array.from({ length: 9 }, (_, i) => [Math.floor(i / 3), i % 3, (i * i * 7 + i) % 11])
  const methods = [
    'delta-test:k=1',
    'delta-test:k=3',
    'gamma-test:k=5',
    'joint-mi:jitter=0',
    'joint-mi:estimator=ksg2,jitter=0',
  ]

  it.each(methods.flatMap((by) => [by, `${by},scale=minmax`]))('has one %s in all units', async (by) => {
    const scores: number[] = []
    for (const [unitA] of units) {
      for (const [unitB] of units) {
        const columns = {
          a: cells.map(([a]) => a * unitA + 34567.8 * unitA),
          b: cells.map(([, b]) => b * unitB),
          y: cells.map(([, , y]) => y),
        }
        const spec = { features: ['a', 'b'], target: 'y', by: [by] }
        scores.push((await score(tableOf(columns), spec)).scores[0].score!)
      }
    }
    for (const one of scores) expect(Math.abs(one - scores[0])).toBeLessThan(1e-9)
  })
})
