// Series over time as numpy and scipy find them, by `temporal.py`.
import { describe, expect, it } from 'vitest'
import { warpingDistance } from '../../dist/src/methods/measures/time-series.js'
import { near } from '../laws/given.ts'
import { expectPath, expectPathOfEngine, paths, tableOf, truth } from './temporal-paths.ts'

// Classes and numbers, and both redundancies; all paths in temporal.long.ts.
const inEngine = paths.filter(
  ([dataset, { form, redundancy }]) =>
    (dataset === 'unequal classes' && form === 'difference') ||
    (dataset === 'equal numbers' && form === 'quotient' && redundancy === 'pearson'),
)

describe('temporal-mrmr goes the way of numpy and scipy', () => {
  it.each(paths)('%s %o', (_, __, path) => expectPath(tableOf(path), path))

  it.each(inEngine)('in the engine: %s %o', async (_, __, path) => {
    expect(inEngine).toHaveLength(2)
    await expectPathOfEngine(path, { asIs: true })
  })

  it('warps as the recursive definition does', () => {
    expect(truth.pairs).toHaveLength(7)
    for (const { a, b, dtw } of truth.pairs) {
      const [one, other] = [a, b].map((values) => ({
        length: values.length,
        values: Float64Array.from(values),
      }))
      near(warpingDistance(one, other, 0), dtw, 1e-12)
      near(warpingDistance(other, one, 0), dtw, 1e-12)
    }
  })
})
