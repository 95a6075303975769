import { describe, expect, it } from 'vitest'
import { informationTail } from '../../dist/src/analyses/null-distributions/independence.js'
import { chiSquareTail } from '../../dist/src/methods/measures/tails.js'
import { threeWayTail } from '../../dist/src/analyses/selection/synergy-tests.js'

function table(sizes: readonly number[], cells: readonly number[]) {
  const levels = sizes.map((size) => Array.from({ length: size }, (_, level) => level))
  return { levels, cells: Float64Array.from(cells) }
}

describe('the interaction of three variables', () => {
  // R 4.2: loglin(t, list(c(1, 2), c(1, 3), c(2, 3)), eps = 1e-10, iter = 500), then pchisq of its lrt.
  it.each([
    {
      sizes: [3, 4, 4],
      cells: [
        10, 10, 12, 7, 7, 11, 7, 12, 10, 4, 8, 10, 10, 8, 11, 9, 5, 9, 6, 7, 11, 7, 9, 11, 8, 4, 10, 13, 3, 9,
        7, 7, 10, 8, 8, 8, 9, 6, 6, 7, 8, 7, 4, 7, 8, 7, 11, 7,
      ],
      p: 0.889169438408,
    },
    {
      sizes: [3, 4, 5],
      cells: [
        23, 18, 22, 18, 14, 13, 30, 22, 18, 23, 23, 20, 19, 25, 14, 16, 26, 25, 23, 24, 22, 15, 16, 18, 21,
        23, 19, 24, 25, 16, 21, 16, 15, 16, 27, 26, 20, 23, 27, 21, 16, 14, 19, 24, 24, 19, 23, 20, 22, 15,
        17, 13, 17, 25, 23, 28, 29, 19, 22, 27,
      ],
      p: 0.481736361827,
    },
  ])('is tested as in R: $sizes', ({ sizes, cells, p }) => {
    expect(threeWayTail(table(sizes, cells))).toBeCloseTo(p, 8)
  })

  it('is all there is of exclusive or: every pair is uniform, so the model fits 10 in each cell, and G² = 160·ln 2', () => {
    const xor = table([2, 2, 2], [20, 0, 0, 20, 0, 20, 20, 0])
    expect(threeWayTail(xor)).toBeCloseTo(chiSquareTail(160 * Math.LN2, 1), 40)
    // The same from the interaction of 1 bit: 2·ln 2·80·1.
    expect(informationTail(1, 80, [2, 2, 2])).toBeCloseTo(chiSquareTail(160 * Math.LN2, 1), 40)
  })

  it('is none where odds ratios are equal in every level: G² = 0, however strong each effect is', () => {
    // y has odds 1/4, 1 and 1, 4: each of a and b multiplies them by 4.
    const additive = table([2, 2, 2], [80, 20, 50, 50, 50, 50, 20, 80])
    expect(threeWayTail(additive)).toBeCloseTo(1, 4)
  })

  it('counts no degrees of freedom for pairs of levels that never occur', () => {
    // Without its impossible cells (b = 2 only beside a = 0) it is the table of exclusive or with one more level of b.
    const cells = [20, 0, 0, 20, 5, 5, 0, 20, 20, 0, 0, 0]
    const p = threeWayTail(table([2, 3, 2], cells))
    expect(p).toBeCloseTo(chiSquareTail(160 * Math.LN2, 1), 40)
    // A level that never occurs changes nothing.
    const wider = cells.flatMap((count, i) => (i % 2 === 1 ? [count, 0] : [count]))
    expect(threeWayTail(table([2, 3, 3], wider))).toBeCloseTo(p, 40)
  })

  it('has no p-value below 1 where a variable is constant', () => {
    expect(threeWayTail(table([1, 2, 2], [5, 6, 7, 8]))).toBe(1)
    expect(informationTail(0.5, 100, [1, 2, 2])).toBe(1)
  })
})
