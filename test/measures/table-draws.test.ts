import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { splittingTail } from '../../dist/src/analyses/null-distributions/gain-tails.js'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { openTableDraws } from '../../dist/src/memory/tables/table-draws.js'
import { strataOf } from '../../dist/src/methods/measures/strata.js'
import { runs } from '../properties/runs.ts'
import { plainDraws } from '../../dist/src/methods/measures/permuted-gain.js'

const draw = await openTableDraws()

/** The same stream for the kernel and for its plain twin. */
function both(seed: string) {
  const random = seeded(seed)
  return [draw(() => seeded(seed)), plainDraws(() => uniformFloat64(random))] as const
}

/** Strata of tables of so many levels at most, whose counts are of all sizes, some of them empty. */
const strataUpTo = (most: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 2, max: most }),
      fc.integer({ min: 2, max: most }),
    )
    .chain((sizes) => {
      const cells = sizes.reduce((product, size) => product * size)
      const count = fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40), fc.nat(3000))
      return fc.record({
        levels: fc.constant(sizes.map((size) => Array.from({ length: size }, (_, level) => level))),
        cells: fc
          .array(count, { minLength: cells, maxLength: cells })
          .map((counts) => Float64Array.from(counts)),
      })
    })
    .map(strataOf)

describe('tables drawn by the kernel', () => {
  it('are those of its plain twin, whoever asks next', () => {
    fc.assert(
      fc.property(
        strataUpTo(5),
        strataUpTo(5),
        fc.string(),
        fc.array(fc.nat(9)),
        (first, second, seed, times) => {
          const [kernel, plain] = both(seed).map((draws) => {
            const sources = [draws.informationOf(first), draws.informationOf(second), draws.uniform]
            return times.flatMap((count, i) => Array.from({ length: count }, sources[i % sources.length]))
          })
          expect(kernel).toEqual(plain)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('are those of its plain twin for many draws in a row', () => {
    const strata = strataOf({
      levels: [[0], [0, 1, 2], [0, 1, 2]],
      cells: Float64Array.of(9, 2, 4, 1, 7, 3, 2, 2, 8),
    })
    const [kernel, plain] = both('many').map((draws) =>
      Array.from({ length: 3000 }, draws.informationOf(strata)),
    )
    expect(kernel).toEqual(plain)
  })

  it('are drawn without it where rows are many', () => {
    const strata = strataOf({ levels: [[0], [0, 1], [0, 1]], cells: Float64Array.of(4e9, 3, 2, 5) })
    const [kernel, plain] = both('large').map((draws) => [
      ...Array.from({ length: 9 }, draws.informationOf(strata)),
      splittingTail(strata, draws, 1e-2),
    ])
    expect(kernel).toEqual(plain)
  })

  it('climb as those of its plain twin', () => {
    fc.assert(
      fc.property(strataUpTo(3), fc.string(), (strata, seed) => {
        fc.pre(strata.tables.length > 0)
        const [kernel, plain] = both(seed).map((draws) => [
          splittingTail(strata, draws, 1e-4),
          draws.uniform(),
        ])
        expect(kernel).toEqual(plain)
      }),
      { numRuns: runs(100) },
    )
  })
})
