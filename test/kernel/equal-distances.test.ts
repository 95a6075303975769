// Distances that differ by rounding only are equal in every structure; others are as they were.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { KsgInput } from '../../dist/src/memory/neighbours/ksg-input.js'
import type { LatticeInput } from '../../dist/src/memory/tables/lattice-job.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import { distanceValues } from '../../dist/src/memory/answers/distance-values.js'
import {
  ExactDistances,
  exactDifferences,
  exactKsg,
  exactRoss,
  gridColumns,
} from '../neighbours/exact-grids.ts'
import { randomNumbers } from '../parity/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { makeInput, runKsg, structures } from './ksg-cases.ts'
import { runLattice } from './lattice-cases.ts'
import { findNearest, structuresFor } from './nearest-run.ts'

const units = [0.1, 1 / 3, 2.54, 1e-7, 12345.678]

/** Columns scaled for distances, and their origins. */
function scaled(columns: readonly (readonly number[])[]) {
  const each = columns.map((column) => distanceValues('x', Float64Array.from(column), 'standard'))
  return {
    columns: each.map(({ values }) => values),
    origins: Float64Array.from(each, ({ origin }) => origin),
  }
}

const grids = fc
  .record({
    rows: fc.integer({ min: 12, max: 60 }),
    count: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(1e6),
    places: fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }),
    shift: fc.constantFrom(0, 11, -1000.1, 234567.8),
  })
  .map(({ rows, count, seed, places, shift }) => {
    const steps = gridColumns(rows, count + 1, seed)
    const inUnits = steps.map((column, i) =>
      column.map((step) => step * units[places[i]] + shift * units[places[i]]),
    )
    const grid = steps.map((column) => ({ steps: column, squaredUnit: [1n, 1n] as const }))
    const set = [...Array(count).keys()]
    return { rows, set, count, grid, ...scaled(inUnits), target: Float64Array.from(steps[count]) }
  })

function expectNear(actual: ArrayLike<number>, expected: readonly number[], what: string): void {
  expect(actual.length, what).toBe(expected.length)
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i] - value), what).toBeLessThanOrEqual(1e-9 * Math.max(1e-9, Math.abs(value)))
  })
}

describe.each(buildNames)('equal distances, %s', (build) => {
  const numRuns = runs(build === 'shipped' ? 60 : 10)
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadBuild(build)
  })

  it('are found by line, tree and scan', () => {
    const law = fc.property(
      grids,
      fc.constantFrom(1, 2, 7),
      ({ rows, set, grid, columns, origins, target }, k) => {
        const exact = exactDifferences(new ExactDistances(grid.slice(0, -1), 'standard'), [...target], k)
        const wanted = { of: 'differences', target, ties: 'shared' } as const
        const input: NearestInput = { rows, columns, origins, k, metric: 'euclidean', wanted }
        for (const structure of structuresFor(set.length)) {
          const found = findNearest(kernels, { ...input, structure }, [set])
          for (const [field, values] of Object.entries(exact))
            expectNear(found[field as keyof typeof found], values, `${structure} ${field}`)
        }
      },
    )
    fc.assert(law, { numRuns })
  })

  it('are found in strips and among all pairs', () => {
    const law = fc.property(
      grids,
      fc.constantFrom(...structures),
      fc.constantFrom<1 | 2>(1, 2),
      ({ rows, set, count, grid, columns, origins, target }, structure, rule) => {
        const run = (wanted: KsgInput['wanted']) => {
          const input = { ...makeInput(columns, [set], 3, wanted), origins }
          return runKsg(kernels, structure ? { ...input, structure } : input)[0]
        }
        const between = exactKsg(new ExactDistances(grid, 'standard'), count, 3, rule)
        const found = run({ of: 'ksg', with: [count], rule })
        for (const field of ['digammas', 'zeros', 'tied'] as const)
          expectNear([found[field]], between[field], field)
        const levels = Uint32Array.from(target, (_, row) => (row < rows / 2 ? 0 : 1))
        const names = Array.from(levels, String)
        const ross = exactRoss(new ExactDistances(grid.slice(0, -1), 'standard'), names, 3)
        expectNear([run({ of: 'levels', levels, count: 2 }).digammas], ross.digammas, 'levels')
      },
    )
    fc.assert(law, { numRuns })
  })
})

/** Whether the distances from each row, in every set of columns and in each column, are the same or far apart. */
function areApart(columns: readonly Float64Array[]): boolean {
  const rows = [...columns[0].keys()]
  const between = (set: readonly Float64Array[], i: number, j: number) =>
    Math.sqrt(set.reduce((sum, column) => sum + (column[i] - column[j]) ** 2, 0))
  const sets = Array.from({ length: 2 ** columns.length }, (_, mask) =>
    columns.filter((_, i) => (mask >> i) & 1),
  )
  const isApart = (distances: readonly number[]) =>
    [0, ...[...distances].sort((a, b) => a - b)].every(
      (d, i, all) => i === 0 || d === all[i - 1] || d - all[i - 1] > 1e-13 + 1e-9 * d,
    )
  return rows.every(
    (i) =>
      sets.every((set) => isApart(rows.map((j) => between(set, i, j)))) &&
      isApart(columns.flatMap((column) => rows.map((j) => Math.abs(column[i] - column[j])))),
  )
}

it('data with other distances keep their results to the bit', async () => {
  const kernels = await loadBuild('shipped')
  const kinds: readonly ((random: number) => number)[] = [
    (random) => 10 * random - 5,
    (random) => Math.exp(20 * random),
    (random) => (random < 0.2 ? 0 : random),
    (random) => 1e5 + random,
  ]
  const table = fc
    .record({
      rows: fc.integer({ min: 8, max: 60 }),
      of: fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 4 }),
      seed: fc.nat(),
    })
    .map(({ rows, of, seed }) => {
      const random = randomNumbers(seed)
      return scaled(of.map((kind) => Array.from({ length: rows }, () => kind(random()))))
    })
  const law = fc.property(
    table,
    fc.integer({ min: 1, max: 5 }),
    fc.constantFrom<1 | 2>(1, 2),
    (given, k, rule) => {
      const { columns, origins } = given
      fc.pre(areApart(columns))
      const rows = columns[0].length
      const set = [...columns.keys()]
      const wanted = { of: 'differences', target: columns[0], ties: 'shared' } as const
      const nearest: NearestInput = { rows, columns, k, metric: 'euclidean', wanted }
      for (const structure of structuresFor(set.length)) {
        const input = { ...nearest, structure }
        expect(findNearest(kernels, { ...input, origins }, [set])).toEqual(findNearest(kernels, input, [set]))
      }
      const line: NearestInput = { ...nearest, structure: 'line' }
      expect(findNearest(kernels, { ...line, origins }, [[0]])).toEqual(findNearest(kernels, line, [[0]]))
      const of = { rows, columns, common: 0, k, ties: 'shared', sizes: [1, set.length] } as const
      const lattice: LatticeInput = { ...of, target: columns[0], wanted: 'differences' }
      expect(runLattice({ ...lattice, origins }, kernels)).toEqual(runLattice(lattice, kernels))
      const ksg = makeInput(columns, [set.slice(1)], k, { of: 'ksg', with: [0], rule })
      expect(runKsg(kernels, { ...ksg, origins })).toEqual(runKsg(kernels, ksg))
    },
  )
  fc.assert(law, { numRuns: runs(200) })
})
