import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ascendingOrder } from '../../dist/src/core/statistics/ascending-order.js'
import { uniformOf } from '../analyses/dependent-noise.ts'
import { runs } from '../properties/runs.ts'

/** Numbers of all sizes and signs, many of them equal, with both zeros and infinities. */
const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, Number.MIN_VALUE, -Number.MAX_VALUE),
  fc.integer({ min: -3, max: 3 }),
)

function bySorting(values: Float64Array, places: readonly number[]): number[] {
  return [...places].sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0))
}

describe('the ascending order of numbers', () => {
  it.each([40, 700])('is that of a stable sort by comparison, for up to %i numbers', (maxLength) => {
    fc.assert(
      fc.property(fc.array(numbers, { maxLength, size: 'max' }), fc.boolean(), (list, isOfSome) => {
        const values = Float64Array.from(list)
        const all = [...list.keys()]
        const places = isOfSome ? all.filter((place) => place % 3 !== 1).reverse() : all
        const order = isOfSome ? ascendingOrder(values, Uint32Array.from(places)) : ascendingOrder(values)
        expect([...order]).toEqual(bySorting(values, places))
      }),
      { numRuns: runs(100) },
    )
  })

  it('is that of numbers that spread evenly, some of them equal, and of a few that crowd', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 256, max: 2000 }),
        fc.constantFrom(1, 1e-9, 3e150),
        fc.constantFrom(0, 20, 40),
        fc.integer(),
        (count, size, crowded, seed) => {
          const uniform = uniformOf(seed)
          const values = Float64Array.from({ length: count }, (_, i) =>
            i < crowded ? size / 3 : size * (Math.floor(uniform() * count) / count - 0.5),
          )
          expect([...ascendingOrder(values)]).toEqual(bySorting(values, [...values.keys()]))
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('is that of many numbers that differ in their last bits only', () => {
    const values = Float64Array.from({ length: 3000 }, (_, i) => 1 + ((i * 7919) % 3001) * Number.EPSILON)
    expect([...ascendingOrder(values)]).toEqual(bySorting(values, [...values.keys()]))
  })
})
