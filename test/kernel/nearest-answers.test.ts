// Results computed by hand.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { findNearest, structuresFor } from './nearest-run.ts'

const common = { k: 1, metric: 'euclidean' } as const

function differences(target: readonly number[], ties: 'shared' | 'first' = 'shared'): NearestInput['wanted'] {
  return { of: 'differences', target: Float64Array.from(target), ties }
}

describe.each(buildNames)('nearest neighbours by hand, %s', (build) => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await loadBuild(build)
  })

  describe.each(structuresFor(1))('four points on a line, %s', (structure) => {
    const line = { ...common, structure, rows: 4, columns: [Float64Array.of(0, 1, 3, 7)] }
    const target = [0, 1, 4, 2]

    it('sums the differences to two neighbours', () => {
      const found = findNearest(kernels, { ...line, k: 2, wanted: differences(target) }, [[0]])
      // Nearest: 0→1, 1→0, 3→1, 7→3. Second: 0→3, 1→3, 3→0, 7→1.
      expect(found.squaredDifferences).toEqual(Float64Array.of(1 + 1 + 9 + 4, 16 + 9 + 16 + 1))
      expect(found.squaredDistances).toEqual(Float64Array.of(1 + 1 + 4 + 16, 9 + 4 + 9 + 36))
      expect(found).toMatchObject({ zeros: Float64Array.of(0), tied: Float64Array.of(0) })
    })

    it('squares Manhattan distances, for the gamma test', () => {
      const found = findNearest(kernels, { ...line, metric: 'manhattan', wanted: differences(target) }, [[0]])
      expect(found.squaredDistances).toEqual(Float64Array.of(22))
    })

    it('sums logarithms of distances', () => {
      const found = findNearest(kernels, { ...line, wanted: { of: 'distances' } }, [[0]])
      expect(found.logDistances[0]).toBeCloseTo(Math.log(1 * 1 * 2 * 4), 14)
    })
  })

  describe.each(structuresFor(2))('the corners of a square, %s', (structure) => {
    const corners = [Float64Array.of(0, 0, 1, 1), Float64Array.of(0, 1, 0, 1)]
    const square = { ...common, structure, rows: 4, columns: corners }

    it('handles exclusive or: the two nearest have the other value, the third the same', () => {
      const found = findNearest(kernels, { ...square, k: 3, wanted: differences([0, 1, 1, 0]) }, [[0, 1]])
      expect(found.squaredDifferences).toEqual(Float64Array.of(4, 4, 0))
      expect(found.squaredDistances).toEqual(Float64Array.of(4, 4, 8))
      expect(found.tied).toEqual(Float64Array.of(0))
    })

    it('shares a place among tied rows, or gives it to the first', () => {
      const target = [0, 1, 3, 0]
      const shared = findNearest(kernels, { ...square, wanted: differences(target) }, [[0, 1]])
      expect(shared.squaredDifferences).toEqual(Float64Array.of(5 + 1 + 9 + 5))
      expect(shared.tied).toEqual(Float64Array.of(4))
      const first = findNearest(kernels, { ...square, k: 2, wanted: differences(target, 'first') }, [[0, 1]])
      expect(first.squaredDifferences).toEqual(Float64Array.of(1 + 1 + 9 + 1, 9 + 1 + 9 + 9))
    })
  })

  it('counts rows whose neighbours coincide; in the empty set all do', () => {
    const input = {
      ...common,
      rows: 4,
      columns: [Float64Array.of(5, 5, 5, 6)],
      wanted: differences([1, 2, 4, 8]),
    }
    const found = findNearest(kernels, input, [[0], []])
    // By the column, the last row has three neighbours at distance 1.
    const last = (49 + 36 + 16) / 3
    expect(found.squaredDifferences[0]).toBe((1 + 9) / 2 + (1 + 4) / 2 + (9 + 4) / 2 + last)
    expect(found.squaredDifferences[1]).toBeCloseTo((2 * (1 + 9 + 49 + 4 + 36 + 16)) / 3, 12)
    expect(found).toMatchObject({ zeros: Float64Array.of(3, 4), tied: Float64Array.of(4, 4) })
  })
})
