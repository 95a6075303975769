import { MemorySource, tableFromColumns } from 'criba'
import type { Request, Table } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../dist/src/memory/answers/graph-rows.js'
import { MemorySource as SourceOfLimits } from '../../dist/src/memory/source.js'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import { longestOfTree, plainGraph, quadratic } from './graph-twin.ts'
import type { GraphCase } from './graph-twin.ts'

type FormsRequest = Extract<Request, { readonly kind: 'forms' }>

const supervised = fc.boolean()
const graph: fc.Arbitrary<FormsRequest['graph']> = fc.oneof(
  fc.record({ of: fc.constant('knn' as const), k: fc.integer({ min: 1, max: 5 }), supervised }),
  fc.record({
    of: fc.constant('epsilon' as const),
    epsilon: fc.constantFrom(null, 0.7, 1.9, Infinity),
    supervised,
  }),
  fc.constant({ of: 'class' as const }),
  fc.record({ of: fc.constant('labelled' as const), k: fc.integer({ min: 1, max: 4 }) }),
)

/** Points on a small grid, where most distances are tied, or anywhere. */
const points = (rows: number, columns: number) =>
  fc
    .oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null))
    .chain((most) =>
      fc.array(
        fc.array(
          most === null
            ? fc.integer({ min: -1e6, max: 1e6 }).map((x) => x * 3.1e-6)
            : fc.integer({ min: 0, max: most + 1 }),
          { minLength: rows, maxLength: rows },
        ),
        { minLength: columns, maxLength: columns },
      ),
    )

const cases: fc.Arbitrary<GraphCase> = fc
  .tuple(fc.integer({ min: 2, max: 14 }), fc.constantFrom(1, 2, 3, 9, 12), graph)
  .chain(([rows, columns, graph]) =>
    fc.record({
      columns: points(rows, columns),
      labels: fc.array(fc.constantFrom('a', 'b', ...(graph.of === 'class' ? [] : [null])), {
        minLength: rows,
        maxLength: rows,
      }),
      graph: fc.constant(graph),
      weights: fc.constantFrom('heat', 'binary', ...(graph.of === 'class' ? (['class'] as const) : [])),
      sigma: fc.constantFrom(null, 0.5, 3),
      self: fc.boolean(),
      scale: fc.constantFrom('standard', 'minmax', 'none'),
    }),
  )

async function formsOf(
  { columns, labels, ...of }: GraphCase,
  threads = 1,
  Source: new (table: Table) => Pick<MemorySource, 'answer'> = MemorySource,
) {
  const table = tableFromColumns([
    ...columns.map((column, i) => [`x${i}`, column] as const),
    ['label', labels.every((label) => label === null) ? labels.map(() => 'a') : labels],
  ])
  const [forms] = await new Source(table).answer(
    [
      {
        kind: 'forms',
        columns: columns.map((_, column) => ({ column, coding: null })),
        labels: { column: columns.length, coding: { kind: 'levels', levels: ['a', 'b'] } },
        ...of,
        view: {},
      },
    ],
    { threads },
  )
  return forms
}

describe('quadratic forms on graphs of rows', () => {
  it('agree with dense matrices', () =>
    fc.assert(
      fc.asyncProperty(cases, async (given) => {
        if (given.labels.every((label) => label === null)) return
        const found = await formsOf(given)
        const plain = plainGraph(given)
        const { s, d, values } = plain
        const degree = d.reduce((total, of) => total + of, 0)
        expect(found).toMatchObject({
          n: given.labels.length,
          edges: plain.edges,
          components: plain.components,
        })
        near(found.degree, degree)
        if (given.weights !== 'heat' || given.self || given.graph.of === 'class') {
          expect(found.isolated).toBe(plain.isolated)
        }
        expect(found.sigma === null).toBe(plain.sigma === null)
        near(found.sigma ?? 0, plain.sigma ?? 0)
        if (plain.epsilon === Infinity) expect(found.epsilon).toBe(Infinity)
        else near(found.epsilon ?? 0, plain.epsilon ?? 0)
        values.forEach((f, i) => {
          const total = f.reduce((sum, value, row) => sum + value * d[row], 0)
          const mean = degree > 0 ? total / degree : 0
          near(found.mean[i], mean)
          const squares = f.reduce((sum, value, row) => sum + d[row] * (value - mean) ** 2, 0)
          near(found.squares[i], squares)
          // fᵀLf as fᵀDf − fᵀSf, and as half the sum over all pairs.
          const form = f.reduce((sum, value, row) => sum + d[row] * value * value, 0) - quadratic(s, f)
          expect(Math.abs(found.roughness[i] - form)).toBeLessThan(1e-9 * Math.max(1, degree * 50))
          let pairs = 0
          f.forEach((a, row) => f.forEach((b, other) => (pairs += (s[row][other] * (a - b) ** 2) / 2)))
          near(found.roughness[i], pairs)
        })
      }),
      { numRuns: runs(400) },
    ))

  it('have the same bits on 1, 2 and 4 threads', async () => {
    let state = 1
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647
    const columns = Array.from({ length: 12 }, () => Array.from({ length: 900 }, random))
    const labels = Array.from({ length: 900 }, (_, row) => ['a', 'b', null][row % 3])
    const shared = { columns, labels, sigma: null, self: false, scale: 'standard' } as const
    const each: readonly GraphCase[] = [
      { ...shared, graph: { of: 'knn', k: 5, supervised: true }, weights: 'heat' },
      { ...shared, graph: { of: 'epsilon', epsilon: null, supervised: false }, weights: 'heat' },
      { ...shared, graph: { of: 'class' }, weights: 'heat' },
      { ...shared, graph: { of: 'labelled', k: 4 }, weights: 'binary' },
    ]
    for (const given of each) {
      const one = await formsOf(given)
      expect(await formsOf(given, 2)).toEqual(one)
      expect(await formsOf(given, 4)).toEqual(one)
    }
  })

  it('find the least ε that connects all rows, as Kruskal does', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(2, 10), fc.integer({ min: 2, max: 60 }), (width, rows) =>
        fc.sample(points(rows, width), 1).reduce(async (before, columns) => {
          await before
          const labels = columns[0].map(() => 'a')
          const graph = { of: 'epsilon', epsilon: null, supervised: false } as const
          const given = { columns, labels, graph, weights: 'binary', sigma: null, self: false } as const
          const found = await formsOf({ ...given, scale: 'none' })
          const square = (i: number, j: number) =>
            columns.reduce((sum, column) => sum + (column[i] - column[j]) ** 2, 0)
          const squares = labels.map((_, i) => labels.map((_, j) => square(i, j)))
          near(found.epsilon!, Math.sqrt(longestOfTree(squares)))
          expect(found.components).toBe(1)
        }, Promise.resolve()),
      ),
      { numRuns: runs(60) },
    ))

  it('find the least k or ε that connects all rows, where it is greater than the given one', async () => {
    let apart = 0
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        const { graph } = given
        if (given.labels.every((label) => label === null) || given.weights !== 'binary') return
        const { components, joins } = await formsOf(given)
        const isBounded = 'supervised' in graph && !graph.supervised && components > 1
        if (!isBounded) {
          expect(joins).toBeNull()
          return
        }
        apart++
        const partsUnder = (least: number) =>
          plainGraph({
            ...given,
            graph: graph.of === 'knn' ? { ...graph, k: least } : { ...graph, epsilon: least },
          }).components
        expect(partsUnder(joins!)).toBe(1)
        expect(partsUnder(graph.of === 'knn' ? joins! - 1 : joins! * (1 - 1e-6))).toBeGreaterThan(1)
      }),
      { numRuns: 800, seed: 3 },
    )
    expect(apart).toBeGreaterThan(15)
  })

  it('measure distances again where ties make too many edges to list', async () => {
    // 200 of 210 rows are equal: each has all of them as nearest, more than are listed.
    const rows = 210
    const values = Array.from({ length: rows }, (_, row) => (row < 200 ? 0 : row - 199))
    const { listed } = limits
    limits.listed = 1 << 12
    const given: GraphCase = {
      columns: [values],
      labels: values.map(() => 'a'),
      graph: { of: 'knn', k: 1, supervised: false },
      weights: 'heat',
      sigma: 2,
      self: false,
      scale: 'none',
    }
    const found = await formsOf(given, 1, SourceOfLimits).finally(() => (limits.listed = listed))
    expect(found).toEqual(await formsOf(given))
    // The row at 1 has all 200 zeros and the row at 2 as its nearest; the others are a chain.
    const edges = (200 * 199) / 2 + 200 + 9
    expect(found).toMatchObject({ n: rows, edges, components: 1, isolated: 0 })
    near(found.roughness[0], 209 * Math.exp(-1 / 2))
  })
})
