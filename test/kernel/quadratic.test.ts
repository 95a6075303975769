import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Quadratic } from '../../dist/src/memory/penalties/quadratic.js'
import { workingSetOf } from '../../dist/src/memory/penalties/working-set.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

/** Widths of columns in groups, factors of columns and groups, copies, how many lists, and what draws the numbers. */
const problems = fc.record({
  groups: fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  }),
  lists: fc.integer({ min: 1, max: 3 }),
  ofColumns: fc.integer({ min: 0, max: 2 }),
  ofGroups: fc.integer({ min: 0, max: 2 }),
  squares: fc.constantFrom(0, 0.3),
  copies: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
})

type Norms = Parameters<typeof workingSetOf>[0]

function normsOf(
  groups: readonly (readonly number[])[],
  ofColumns: number,
  ofGroups: number,
  copies = 1,
): Norms {
  const widths = groups.flat()
  const starts = new Uint32Array(widths.length + 1)
  widths.forEach((width, i) => (starts[i + 1] = starts[i] + width))
  const groupStarts = new Uint32Array(groups.length + 1)
  groups.forEach(({ length }, i) => (groupStarts[i + 1] = groupStarts[i] + length))
  return {
    starts,
    groupStarts,
    factors: new Float64Array(widths.length).fill(ofColumns),
    groupFactors: new Float64Array(groups.length).fill(ofGroups),
    copies: new Float64Array(widths.length).fill(copies),
  }
}

const lengthOf = (values: readonly number[]) => Math.sqrt(values.reduce((sum, one) => sum + one * one, 0))

function shrunk(values: readonly number[], by: number): number[] {
  const length = lengthOf(values)
  return values.map((value) => (length > by ? value * (1 - by / length) : 0))
}

describe.each(buildNames)('the quadratic problem of a working set (%s)', (build) => {
  it('is solved where a step down the slope, and the shrinkage of blocks and of groups, change nothing', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, ({ groups, lists, ofColumns, ofGroups, squares, copies, seed }) => {
        const norms = normsOf(groups, ofColumns, ofColumns + ofGroups === 0 ? 1 : ofGroups, copies)
        const random = randomOf(seed)
        const set = workingSetOf(
          norms,
          Array.from({ length: lists }, () => new Uint8Array(groups.length).fill(1)),
          { isSymmetric: false, hasIntercepts: true },
        )
        const { size, starts, groupStarts, factors, groupFactors } = set
        const rows = Array.from({ length: size + 5 }, () =>
          Float64Array.from({ length: size }, () => random() - 0.5),
        )
        const quadratic = new Quadratic(kernels, kernels.arena())
        quadratic.lay(set)
        const curvature = Float64Array.from({ length: size * size }, (_, at) =>
          rows.reduce((sum, row) => sum + row[Math.floor(at / size)] * row[at % size], 0),
        )
        quadratic.curvature.view.set(curvature)
        quadratic.bound()
        const slopes = Float64Array.from({ length: size }, () => 4 * (random() - 0.5))
        const now = Float64Array.from({ length: size }, () => (random() < 0.5 ? 0 : random() - 0.5))
        const { weights: found } = quadratic.solve(now, slopes, { norms: 0.3, squares }, 1e-14)
        const slopesThere = slopes.map((slope, i) =>
          found.reduce((sum, weight, j) => sum + curvature[i * size + j] * (weight - now[j]), slope),
        )
        // Any step is right that the curvature allows: here one over the greatest sum of its sizes over a row.
        const bend = Math.max(
          ...slopes.map((_, i) =>
            curvature.subarray(i * size, (i + 1) * size).reduce((sum, one) => sum + Math.abs(one), 0),
          ),
        )
        for (let group = 0; group < groupFactors.length; group++) {
          const moved: number[] = []
          for (let block = groupStarts[group]; block < groupStarts[group + 1]; block++) {
            const own = Array.from(
              { length: starts[block + 1] - starts[block] },
              (_, i) => bend * found[starts[block] + i] - slopesThere[starts[block] + i],
            )
            moved.push(...shrunk(own, 0.3 * factors[block]))
          }
          const divisor = bend + (set.copies[group] === Infinity ? 0 : squares / copies)
          shrunk(moved, 0.3 * groupFactors[group]).forEach((value, i) => {
            expect(Math.abs(value / divisor - found[starts[groupStarts[group]] + i])).toBeLessThan(1e-9)
          })
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('moves the weights of all classes to their median where that changes no probability', async () => {
    const kernels = await loadBuild(build)
    const norms = normsOf([[1]], 1, 0)
    const isWorking = Array.from({ length: 4 }, () => Uint8Array.of(1))
    const set = workingSetOf(norms, isWorking, { isSymmetric: true, hasIntercepts: true })
    const quadratic = new Quadratic(kernels, kernels.arena())
    quadratic.lay(set)
    // The curvature of four equal probabilities: none where all lists move by the same.
    const curvature = Float64Array.from({ length: 64 }, (_, at) => {
      const [a, b] = [Math.floor(at / 8), at % 8]
      return a % 2 === b % 2 ? ((a >> 1 === b >> 1 ? 1 : 0) - 0.25) / 4 : 0
    })
    quadratic.curvature.view.set(curvature)
    quadratic.bound()
    // Intercept and column, list by list. Slopes of a loss sum to 0 over the lists.
    const slopes = Float64Array.of(0, -3, 0, -1, 0, 1, 0, 3)
    const { weights: found } = quadratic.solve(new Float64Array(8), slopes, { norms: 0.5, squares: 0 }, 1e-14)
    const weights = [1, 3, 5, 7].map((i) => found[i])
    // ¼(w − w̄) = −slope − ½·sign(w): those of the outer classes, 20 apart; the inner two, 4 apart, one of them at 0.
    expect(weights[0] - weights[3]).toBeCloseTo(20, 8)
    expect(weights[1] - weights[2]).toBeCloseTo(4, 8)
    expect(weights.filter((weight) => weight === 0)).toHaveLength(1)
  })
})
