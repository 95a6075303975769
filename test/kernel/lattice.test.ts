import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/kernel/kernels.js'
import { latticeJob } from '../../dist/src/kernel/lattice-job.js'
import type { LatticeGiven } from '../../dist/src/kernel/lattice-job.js'
import { latticeTasks, mergeLattice } from '../../dist/src/kernel/lattice-part.js'
import type { LatticeSums } from '../../dist/src/kernel/lattice-part.js'
import { buildNames, doorTo } from './doors.ts'
import { longCase, uniformCase, walk } from './lattice-given.ts'
import { latticeTwin } from './lattice-twin.ts'

/** Columns of every kind: spread, rounded, of few values, constant, of widely different scale; and rows that repeat. */
const givens: fc.Arbitrary<LatticeGiven> = fc
  .record({ rows: fc.integer({ min: 3, max: 60 }), width: fc.integer({ min: 1, max: 9 }) })
  .chain(({ rows, width }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.array(column(rows), { minLength: width, maxLength: width }),
      target: column(rows),
      k: fc.integer({ min: 1, max: Math.min(5, rows - 1) }),
      ties: fc.constantFrom('shared' as const, 'first' as const),
      wanted: fc.constantFrom('differences' as const, 'distances' as const),
      sizes: fc.tuple(fc.integer({ min: 1, max: width }), fc.integer({ min: 1, max: width })),
      also: fc.integer({ min: 0, max: width - 1 }),
      repeated: fc.array(fc.nat(rows - 1), { maxLength: 8 }),
    }),
  )
  .map(({ repeated, sizes, ...given }) => {
    for (const values of [...given.columns, given.target]) {
      for (let i = 1; i < repeated.length; i++) values[repeated[i]] = values[repeated[i - 1]]
    }
    return { ...given, sizes: [Math.min(...sizes), Math.max(...sizes)] }
  })

function column(rows: number): fc.Arbitrary<Float64Array> {
  const of = (value: fc.Arbitrary<number>) =>
    fc.array(value, { minLength: rows, maxLength: rows }).map((values) => Float64Array.from(values))
  const spread = fc.double({ min: -3, max: 3, noNaN: true })
  return fc.oneof(
    of(spread),
    of(spread.map((value) => Math.round(value * 10) / 10)),
    of(fc.integer({ min: 0, max: 2 })),
    of(fc.constant(1.5)),
    of(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    of(fc.double({ min: -1e-9, max: 1e-9, noNaN: true })),
  )
}

/** What the twin gives for a fixed case, found once for all builds. */
const expected = new Map<string, LatticeSums>()

function expectTwin(name: string, given: LatticeGiven, kernels: Kernels): void {
  if (!expected.has(name)) expected.set(name, latticeTwin(given, kernels))
  expect(walk(given, kernels)).toEqual(expected.get(name))
}

describe.each(buildNames)('the lattice of subsets (%s)', (build) => {
  const open = () => doorTo(build)

  it('gives every subset the bits of a plain loop', async () => {
    const kernels = await open()
    fc.assert(
      fc.property(givens, fc.boolean(), (some, isNearest) => {
        const given = isNearest ? { ...some, k: 1 } : some
        expect(walk(given, kernels)).toEqual(latticeTwin(given, kernels))
      }),
      { numRuns: build === 'shipped' ? 200 : 60 },
    )
  })

  it.each(['differences', 'distances'] as const)('gives 2,047 subsets of 120 rows: %s', async (wanted) => {
    const given = { ...uniformCase(120, 11, 7), k: 1, wanted, sizes: [1, 11] } as const
    expectTwin(`large ${wanted}`, given, await open())
  })

  it('gives those of many columns, of few and of most of them', async () => {
    const kernels = await open()
    for (const sizes of [
      [1, 3],
      [14, 16],
      [16, 16],
    ] as const) {
      for (const k of [1, 3]) {
        const given = { ...uniformCase(20, 16, 5), k, wanted: 'differences', sizes } as const
        expect([...latticeTasks(given)].length).toBeGreaterThan(1)
        expectTwin(`${sizes.join()} ${k}`, given, kernels)
      }
    }
  })

  it('does its tasks in any order', async () => {
    const kernels = await open()
    const given = { ...uniformCase(50, 16, 3), k: 1, wanted: 'differences', sizes: [1, 3] } as const
    const tasks = [...latticeTasks(given)]
    const work = latticeJob.open(kernels, given)
    const parts = tasks.map(work)
    const backwards = [...tasks].reverse().map(latticeJob.open(kernels, given)).reverse()
    expect(tasks.length).toBeGreaterThan(1)
    expect(backwards).toEqual(parts)
    expect(mergeLattice(given, parts).squaredDifferences).toHaveLength(16 + 120 + 560)
  })
})

// With every assertion, in lattice.long.ts.
it.each([1, 2])('the lattice of subsets sums rows in blocks of 8,192, places: %i', async (k) => {
  expectTwin(`blocks ${k}`, longCase(k), await doorTo('shipped'))
})

describe.each(buildNames)('a sum of logarithms, %s', (build) => {
  const open = () => doorTo(build)

  it('is that of its terms', async () => {
    const kernels = await open()
    const sum = kernels.room().numbers(2)
    const distance = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.79e308, noNaN: true }))
    fc.assert(
      fc.property(fc.array(distance, { maxLength: 200 }), (distances) => {
        kernels.run.startLogSum(sum.address)
        for (const r of distances) kernels.run.addToLogSum(sum.address, r)
        const terms = distances.map((r) => Math.log(r + 2.2e-16))
        const expected = terms.reduce((total, term) => total + term, 0)
        const size = terms.reduce((total, term) => total + Math.abs(term), 0)
        expect(Math.abs(kernels.run.finishLogSum(sum.address) - expected)).toBeLessThanOrEqual(
          1e-14 * (size + 1),
        )
      }),
    )
  })
})
