import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/kernel/kernels.js'
import { latticeJob } from '../../dist/src/kernel/lattice-job.js'
import type { LatticeInput } from '../../dist/src/kernel/lattice-job.js'
import { latticeTasks, mergeLattice } from '../../dist/src/kernel/lattice-part.js'
import type { LatticeSums } from '../../dist/src/kernel/lattice-part.js'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { longCase, runLattice, uniformCase } from './lattice-cases.ts'
import { latticeTwin } from './lattice-twin.ts'
import { nearThirds, originsFor } from './rounding-twin.ts'

/** Columns of every kind: continuous, rounded, of few values, constant, of very different scale; and repeated rows. */
const inputs: fc.Arbitrary<LatticeInput> = fc
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
      common: fc.integer({ min: 0, max: width - 1 }),
      repeated: fc.array(fc.nat(rows - 1), { maxLength: 8 }),
    }),
  )
  .map(({ repeated, sizes, ...input }) => {
    for (const values of [...input.columns, input.target]) {
      for (let i = 1; i < repeated.length; i++) values[repeated[i]] = values[repeated[i - 1]]
    }
    return { ...input, sizes: [Math.min(...sizes), Math.max(...sizes)] as const }
  })
  .chain((plain) => originsFor(plain.columns.length).map((origins) => ({ ...plain, origins })))

function column(rows: number): fc.Arbitrary<Float64Array> {
  const of = (value: fc.Arbitrary<number>) =>
    fc.array(value, { minLength: rows, maxLength: rows }).map((values) => Float64Array.from(values))
  const spread = fc.double({ min: -3, max: 3, noNaN: true })
  return fc.oneof(
    of(spread),
    of(spread.map((value) => Math.round(value * 10) / 10)),
    of(fc.integer({ min: 0, max: 2 })),
    of(fc.constant(1.5)),
    of(nearThirds),
    of(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    of(fc.double({ min: -1e-9, max: 1e-9, noNaN: true })),
  )
}

/** The twin's results of fixed cases, computed once for all builds. */
const expectedSums = new Map<string, LatticeSums>()

function expectTwin(name: string, input: LatticeInput, kernels: Kernels): void {
  if (!expectedSums.has(name)) expectedSums.set(name, latticeTwin(input, kernels))
  expect(runLattice(input, kernels)).toEqual(expectedSums.get(name))
}

describe.each(buildNames)('the lattice of subsets (%s)', (build) => {
  const load = () => loadBuild(build)

  it('gives every subset the bits of a plain loop', async () => {
    const kernels = await load()
    fc.assert(
      fc.property(inputs, fc.boolean(), (some, isNearest) => {
        const input = isNearest ? { ...some, k: 1 } : some
        expect(runLattice(input, kernels)).toEqual(latticeTwin(input, kernels))
      }),
      { numRuns: build === 'shipped' ? 200 : 60 },
    )
  })

  it.each(['differences', 'distances'] as const)('gives 2,047 subsets of 120 rows: %s', async (wanted) => {
    const input = { ...uniformCase(120, 11, 7), k: 1, wanted, sizes: [1, 11] } as const
    expectTwin(`large ${wanted}`, input, await load())
  })

  it('gives small and large subsets of many columns', async () => {
    const kernels = await load()
    for (const sizes of [
      [1, 3],
      [14, 16],
      [16, 16],
    ] as const) {
      for (const k of [1, 3]) {
        const input = { ...uniformCase(20, 16, 5), k, wanted: 'differences', sizes } as const
        expect([...latticeTasks(input)].length).toBeGreaterThan(1)
        expectTwin(`${sizes.join()} ${k}`, input, kernels)
      }
    }
  })

  it('does its tasks in any order', async () => {
    const kernels = await load()
    const input = { ...uniformCase(50, 16, 3), k: 1, wanted: 'differences', sizes: [1, 3] } as const
    const tasks = [...latticeTasks(input)]
    const work = latticeJob.open(kernels, input)
    const parts = tasks.map(work)
    const backwards = [...tasks].reverse().map(latticeJob.open(kernels, input)).reverse()
    expect(tasks.length).toBeGreaterThan(1)
    expect(backwards).toEqual(parts)
    expect(mergeLattice(input, parts).squaredDifferences).toHaveLength(16 + 120 + 560)
  })
})

// With every assertion, in lattice.long.ts.
it.each([1, 2])('the lattice of subsets sums rows in blocks of 8,192, places: %i', async (k) => {
  expectTwin(`blocks ${k}`, longCase(k), await loadBuild('shipped'))
})

describe.each(buildNames)('a sum of logarithms, %s', (build) => {
  const load = () => loadBuild(build)

  it('is the sum of the logarithms', async () => {
    const kernels = await load()
    const sum = kernels.arena().numbers(2)
    const distance = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.79e308, noNaN: true }))
    fc.assert(
      fc.property(fc.array(distance, { maxLength: 200 }), (distances) => {
        kernels.run.startLogSum(sum.address)
        for (const r of distances) kernels.run.addToLogSum(sum.address, r)
        const terms = distances.map((r) => Math.log(r + 2.2e-16))
        const expectedSums = terms.reduce((total, term) => total + term, 0)
        const size = terms.reduce((total, term) => total + Math.abs(term), 0)
        expect(Math.abs(kernels.run.finishLogSum(sum.address) - expectedSums)).toBeLessThanOrEqual(
          1e-14 * (size + 1),
        )
      }),
    )
  })
})
