import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { densityJob } from '../../dist/src/memory/neighbours/density-job.js'
import type { DensityInput, KernelDensity } from '../../dist/src/memory/neighbours/density-job.js'
import { densityBatches } from '../../dist/src/memory/neighbours/density-plan.js'
import type { DensityBatch, DensitySums } from '../../dist/src/memory/neighbours/density-plan.js'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { inTurn, runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { densityTwin } from './density-twin.ts'

/** Runs all batches on one instance of the kernels. */
function sumDensities(
  kernels: Kernels,
  input: DensityInput,
  densities: readonly KernelDensity[],
): DensitySums {
  const work = densityBatches(input, densities)
  let step = work.next()
  while (!step.done) step = work.next([...step.value.batch.tasks].map(densityJob.open(kernels, input)))
  return step.value
}

/** Whole numbers, so that the twin decides exactly which columns are dependent; some are far from all others. */
const cells = [
  fc.integer({ min: 0, max: 1 }),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(1e6, -3e4) },
  ),
  fc.constant(5),
]

const cases = fc.integer({ min: 1, max: 40 }).chain((rows) => {
  const column = fc
    .oneof(
      { weight: 1, arbitrary: fc.constant(cells[4]) },
      { weight: 12, arbitrary: fc.constantFrom(...cells.slice(0, 4)) },
    )
    .chain((cell) => fc.array(cell, { minLength: rows, maxLength: rows }))
    .map((values) => Float64Array.from(values))
  return fc
    .record({
      columns: fc.array(column, { minLength: 4, maxLength: 4 }),
      kernel: fc.constantFrom('gaussian' as const, 'box' as const),
      sets: fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      // If a difference of rows equals a box edge, the result depends on rounding; multiples of 0.137 deviations never
      // do.
      bandwidth: fc.constantFrom(0.01, 0.137, 0.37, 1.07, 5.03),
      bandwidthCount: fc.integer({ min: 1, max: 8 }),
    })
    .map(({ columns, kernel, sets, bandwidth, bandwidthCount }) => ({
      input: { rows, columns, kernel },
      densities: sets.flatMap((columns) => [
        { columns, bandwidth, bandwidthCount: kernel === 'box' ? 1 : bandwidthCount },
        { columns, bandwidth: bandwidth * 1.3, bandwidthCount: 1 },
      ]),
    }))
})

/** e^−x by mpmath, rounded once. */
const exponentials: readonly (readonly [x: number, power: number])[] = [
  [1e-9, 0.999999999],
  [0.001, 0.999000499833375],
  [0.1, 0.9048374180359595],
  [0.3466, 0.7070881069410189],
  [0.5, 0.6065306597126334],
  [0.7, 0.4965853037914095],
  [1, 0.36787944117144233],
  [1.5, 0.22313016014842982],
  [2.718281828459045, 0.06598803584531254],
  [3.3, 0.036883167401240015],
  [5, 0.006737946999085467],
  [7.77, 0.00042221326680907034],
  [10, 4.5399929762484854e-5],
  [13.1, 2.0452306245234897e-6],
  [17, 4.139937718785167e-8],
  [20, 2.061153622438558e-9],
]

describe.each(buildNames)('kernel densities, %s', (build) => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadBuild(build)
  })

  it('agree with the definition', () => {
    fc.assert(
      fc.property(cases, ({ input, densities }) => {
        const { logs, logVolumes, flaws } = sumDensities(kernels, input, densities)
        densities.forEach((density, i) => {
          for (let step = 0; step < density.bandwidthCount; step++) {
            const bandwidth = density.bandwidth / 2 ** (step / 2)
            const twin = densityTwin(input, { ...density, bandwidth })
            expect(flaws[i]).toBe(twin.flaw)
            expect(logs[i].length).toBe(density.bandwidthCount)
            if (twin.flaw) expect([logs[i][step], logVolumes[i]]).toEqual([NaN, NaN])
            else {
              const error = Math.abs(logs[i][step] - twin.log)
              expect(error).toBeLessThan(1e-9 * Math.max(1, Math.abs(twin.log)))
              expect(Math.abs(logVolumes[i] - twin.logVolume)).toBeLessThan(1e-9)
            }
          }
        })
      }),
      { numRuns: runs(build === 'shipped' ? 400 : 100) },
    )
  })

  it('are the same if tasks share the rows of one density', () => {
    const rows = 8200
    const columns = [
      Float64Array.from({ length: rows }, (_, row) => (row * 7919) % 8209),
      Float64Array.from({ length: rows }, (_, row) => (row * row) % 1009),
    ]
    for (const kernel of inTurn(['gaussian', 'box'] as const, buildNames.indexOf(build), 2)) {
      const input = { rows, columns, kernel }
      const bandwidthCount = kernel === 'box' ? 1 : 3
      const densities = [{ columns: [1, 0], bandwidth: 0.31, bandwidthCount }]
      const { batch } = densityBatches(input, densities).next().value as DensityBatch
      expect(batch.count).toBeGreaterThan(2)
      const sums = sumDensities(kernels, input, densities)
      const whole = densityJob.open(kernels, input)({ densities, from: 0, to: rows, sums: null })
      whole.logs.forEach((log, step) => {
        expect(Math.abs(sums.logs[0][step] / log - 1)).toBeLessThan(1e-13)
      })
      expect(sums.logVolumes).toEqual(Float64Array.from(whole.logVolumes))
    }
  })

  it('compute exponentials to the last digits', () => {
    for (const [x, power] of exponentials) {
      expect(Math.abs(exponentialOf(kernels, x) / power - 1), `exp(-${x})`).toBeLessThan(1e-14)
    }
    expect(exponentialOf(kernels, 0)).toBe(1)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 640, noNaN: true }), (x) => {
        // The exponent of 2 in units of 1/128 is rounded like this; the remaining error is the kernel's.
        const parts = x * 184.66496523378731
        expect(Math.abs(exponentialOf(kernels, x) / 2 ** (-parts / 128) - 1)).toBeLessThan(1e-15)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('of half the variance are the squares of the terms, down to 1e-300', () => {
    // Two rows a distance of 1 apart: e^−x, then e^−2x; 1e-150 is e^−345.4.
    for (const x of [0.5, 10, 34, 36, 100, 345]) {
      const [first, second] = exponentialsOf(kernels, x, 2)
      expect(Math.abs(first / Math.exp(-x) - 1), `exp(-${x})`).toBeLessThan(1e-12)
      expect(Math.abs(second / Math.exp(-2 * x) - 1), `exp(-${2 * x})`).toBeLessThan(1e-12)
    }
    expect(exponentialsOf(kernels, 346, 2)[1]).toBe(0)
  })

  it('are finite with rows far from all others', () => {
    const column = Float64Array.from({ length: 300 }, (_, row) => (row === 299 ? 1e9 : row % 17))
    const { logs } = sumDensities(kernels, { rows: 300, columns: [column], kernel: 'gaussian' }, [
      { columns: [0], bandwidth: 0.001, bandwidthCount: 1 },
    ])
    // The other rows coincide on the scale of the far row, which is (n − 1)/√n ≈ 17.26 deviations away.
    const distance = 299 / Math.sqrt(300) + 1 / Math.sqrt(300)
    const far = Math.log(299) - distance ** 2 / (2 * 0.001 ** 2)
    expect(logs[0][0] / (far + 299 * Math.log(298))).toBeCloseTo(1, 6)
  })
})

/** e^−x as the kernel of two rows a distance of 1 apart. */
function exponentialOf(kernels: Kernels, x: number): number {
  const [power] = exponentialsOf(kernels, x, 1)
  return power
}

/** The kernel of these rows for so many bandwidths. */
function exponentialsOf(kernels: Kernels, x: number, bandwidths: number): readonly number[] {
  const arena = kernels.arena()
  const table = arena.numbers(134)
  const points = arena.numbers(4)
  const sums = arena.numbers(4 * bandwidths)
  const scratch = arena.numbers(2 * bandwidths)
  kernels.run.fillPowers(table.address)
  points.view.set([2, 3, NaN, NaN])
  sums.view.fill(0)
  const rows = [points.address, 4, 1, 2, 0, 2] as const
  kernels.run.addPowers(...rows, x, table.address, sums.address, bandwidths, scratch.address)
  return Array.from({ length: bandwidths }, (_, step) => {
    const [one, other] = sums.view.subarray(4 * step)
    expect(one).toBe(other)
    return one
  })
}
