import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { findNearest, structuresFor } from './nearest-run.ts'
import { nearestTwin } from './nearest-twin.ts'
import { nearThirds, originsFor } from './rounding-twin.ts'

const metrics = ['euclidean', 'manhattan', 'chebyshev'] as const

/** Few values, many, with outliers, on scales beyond quantisation, and almost equal. */
const cells = [
  fc.integer({ min: 0, max: 1 }),
  fc.integer({ min: -3, max: 3 }).map((value) => value / 4),
  fc.double({ min: -5, max: 5, noNaN: true }),
  fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(1e6, -1e9, 1e200) },
  ),
  fc.constantFrom(0, -0, 1e-170, -1e-170, 1e-300),
  fc.constantFrom(1e200, -1e200, 1.7e308, -1.7e308, 3),
  fc.constant(7),
  nearThirds,
]

const input: fc.Arbitrary<NearestInput> = fc
  .record({
    rows: fc.integer({ min: 2, max: 80 }),
    k: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 21, max: 45 })),
  })
  .chain(({ rows, k }) => {
    const column = fc
      .constantFrom(...cells)
      .chain((cell) => fc.array(cell, { minLength: rows, maxLength: rows }))
      .map((values) => Float64Array.from(values))
    const target = fc
      .array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: rows, maxLength: rows })
      .map((values) => Float64Array.from(values))
    return fc.record({
      rows: fc.constant(rows),
      k: fc.constant(Math.min(k, rows - 1)),
      columns: fc.array(column, { minLength: 1, maxLength: 6 }),
      metric: fc.constantFrom(...metrics),
      wanted: fc.oneof(
        fc.constant({ of: 'distances' as const }),
        fc.record({
          of: fc.constant('differences' as const),
          target,
          ties: fc.constantFrom('shared' as const, 'first' as const),
        }),
      ),
    })
  })
  .chain((plain) => originsFor(plain.columns.length).map((origins) => ({ ...plain, origins })))

describe.each(buildNames)('nearest neighbours, %s', (build) => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadBuild(build)
  })

  it('agree with the definition to the bit for all structures and splits into tasks', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat(80), { maxLength: 3 }), (example, cuts) => {
        const all = example.columns.map((_, i) => i)
        const sets = [all, all.slice(-1), [...all].reverse(), all.slice(0, 2)]
        const expected = nearestTwin(example, sets, kernels)
        expect(findNearest(kernels, example, sets)).toEqual(expected)
        const within = [...new Set(cuts)].filter((cut) => cut > 0 && cut < example.rows).sort((a, b) => a - b)
        const ends = example.wanted.of === 'differences' ? within : []
        for (const set of sets) {
          const alone = nearestTwin(example, [set], kernels)
          for (const structure of structuresFor(set.length)) {
            const found = findNearest(kernels, { ...example, structure }, [set], ends)
            expect(found, `${structure} of ${set.join()}`).toEqual(alone)
          }
        }
      }),
      { numRuns: runs(build === 'shipped' ? 300 : 100) },
    )
  })
})
