import fc from 'fast-check'
import type { Origins } from '../../dist/src/memory/neighbours/rounding.js'
import type { DistanceMetric } from '../../dist/src/core/statistics/nearest.js'

/* What distances equal each other, by the rule in src/memory/neighbours/rounding.ts. */

interface Numbers {
  readonly columns: readonly Float64Array[]
  readonly origins?: Origins | undefined
}

/** The distances that equal one from a row in some columns. */
export class Equality {
  readonly #share: number
  readonly #absolute: number
  readonly #isSquared: boolean

  constructor({ columns, origins }: Numbers, set: readonly number[], metric: DistanceMetric, row: number) {
    const roundings = set.map((column) => {
      const origin = origins?.[column] ?? NaN
      const value = columns[column][row]
      return Number.isNaN(origin) ? 0 : Math.max(Math.abs(value + origin), value) / 2 ** 48
    })
    this.#isSquared = metric === 'euclidean'
    this.#share = origins ? 1e-12 : 0
    if (metric === 'chebyshev') this.#absolute = Math.max(0, ...roundings)
    else if (metric === 'manhattan') this.#absolute = roundings.reduce((sum, size) => sum + size, 0)
    else this.#absolute = Math.sqrt(roundings.reduce((sum, size) => sum + size * size, 0))
  }

  slackOf(distance: number): number {
    return this.#share * Math.min(distance, Number.MAX_VALUE) + this.#absolute
  }

  /** The largest distance that equals one; both are squared for `euclidean`. */
  limitOf(distance: number): number {
    if (!this.#isSquared) return distance + this.slackOf(distance)
    const root = Math.sqrt(Math.min(distance, Number.MAX_VALUE))
    const slack = this.slackOf(root)
    return distance + slack * (2 * root + slack)
  }

  /** Ascending distances, each replaced by the smallest of its group. */
  grouped(ascending: readonly number[]): number[] {
    let first = 0
    return ascending.map((distance) => {
      if (distance > this.limitOf(first)) first = distance
      return first
    })
  }
}

/** Origins of some columns, or none: exact, of 0, and far away. */
export function originsFor(count: number): fc.Arbitrary<Origins | undefined> {
  const origin = fc.constantFrom(NaN, NaN, 0, 1, 1e4, -1e13)
  const origins = fc.array(origin, { minLength: count, maxLength: count })
  return fc.option(
    origins.map((values) => Float64Array.from(values)),
    { nil: undefined },
  )
}

/** Multiples of a third, each off by some of its last bits. */
export const nearThirds = fc
  .tuple(fc.integer({ min: -3, max: 6 }), fc.integer({ min: -20, max: 20 }))
  .map(([third, off]) => (third / 3) * (1 + off * 2 ** -52))
