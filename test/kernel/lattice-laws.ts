import fc from 'fast-check'
import { expect } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { LatticeInput, LatticeSums } from '../../dist/src/memory/tables/lattice-job.js'
import { runLattice, uniformCase } from './lattice-cases.ts'
import { latticeTwin } from './lattice-twin.ts'
import { nearThirds, originsFor } from './rounding-twin.ts'

/** Columns of every kind: continuous, rounded, of few values, constant, of very different scale; and repeated rows. */
const inputs: fc.Arbitrary<LatticeInput> = fc
  .record({ rows: fc.integer({ min: 3, max: 40 }), width: fc.integer({ min: 1, max: 7 }) })
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

/** Holds the kernel against the twin, over a case with a name. */
export function expectTwin(name: string, input: LatticeInput, kernels: Kernels): void {
  if (!expectedSums.has(name)) expectedSums.set(name, latticeTwin(input, kernels))
  expect(runLattice(input, kernels)).toEqual(expectedSums.get(name))
}

/** Holds the kernel against the twin, over random inputs. */
export function expectPlainLoop(kernels: Kernels, numRuns: number): void {
  fc.assert(
    fc.property(inputs, fc.boolean(), (some, isNearest) => {
      const input = isNearest ? { ...some, k: 1 } : some
      expect(runLattice(input, kernels)).toEqual(latticeTwin(input, kernels))
    }),
    { numRuns },
  )
}

/** Holds the kernel against the twin, over every subset of some columns. */
export function expectEverySubset(width: number, wanted: LatticeInput['wanted'], kernels: Kernels): void {
  const input = { ...uniformCase(120, width, 7), k: 1, wanted, sizes: [1, width] } as const
  expectTwin(`${width} ${wanted}`, input, kernels)
}
