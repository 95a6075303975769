import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestPlaces, extendFront } from '../../src/report/figures/front.ts'
import { winnerOf } from '../../src/report/figures/winner.ts'

const small = fc.integer({ min: -3, max: 3 })
const points = fc.array(fc.tuple(small, small, fc.integer({ min: 1, max: 4 })), { maxLength: 40 })
const setsOf = (found: readonly (readonly [number, number, number])[]) => ({
  x: found.map(([x]) => x),
  y: found.map(([, y]) => y),
  sizes: found.map(([, , size]) => size),
})

describe('the front of sets', () => {
  it('is what no set beats by both numbers, in whatever parts the sets come', () => {
    fc.assert(
      fc.property(points, fc.nat(40), (found, cut) => {
        const { x, y, sizes } = setsOf(found)
        const places = found.map((_, i) => i)
        const beats = (a: number, b: number) =>
          x[a] >= x[b] &&
          y[a] <= y[b] &&
          (x[a] > x[b] || y[a] < y[b] || sizes[a] < sizes[b] || (sizes[a] === sizes[b] && a < b))
        const plain = places
          .filter((one) => !places.some((other) => other !== one && beats(other, one)))
          .sort((a, b) => x[b] - x[a])
        const middle = Math.min(cut, found.length)
        const first = extendFront([], { x, y, sizes }, 0, middle)
        expect(extendFront(first, { x, y, sizes }, middle, found.length)).toEqual(plain)
      }),
    )
  })

  it('has a best set for any weights, as the report finds it', () => {
    fc.assert(
      fc.property(points, fc.nat(4), fc.nat(4), (found, alpha, beta) => {
        const { x, y, sizes } = setsOf(found)
        const score = (place: number) => alpha * x[place] - beta * y[place]
        const [best = -1] = bestPlaces({ x, y, sizes }, { alpha, beta }, 1, found.length)
        expect(best).toBe(winnerOf(x, y, sizes, alpha, beta))
        const front = extendFront([], { x, y, sizes }, 0, found.length)
        if (best >= 0) expect(front.some((place) => score(place) === score(best))).toBe(true)
        const order = found
          .map((_, i) => i)
          .sort((a, b) => score(b) - score(a) || sizes[a] - sizes[b] || a - b)
        expect(bestPlaces({ x, y, sizes }, { alpha, beta }, 5, found.length)).toEqual(order.slice(0, 5))
      }),
    )
  })

  it('leaves out sets without a number, and those that are not taken', () => {
    const sets = { x: [NaN, 1, 2, 3], y: [0, 1, 2, Infinity], sizes: [1, 1, 1, 1] }
    expect(extendFront([], sets, 0, 4)).toEqual([2, 1])
    expect(bestPlaces(sets, { alpha: 1, beta: 0 }, 9, 4, (place) => place !== 1)).toEqual([2])
  })
})
